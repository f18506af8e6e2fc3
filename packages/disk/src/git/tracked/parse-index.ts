/**
 * Parses git's index, versions 2 to 4, from its bytes. Whatever is damaged, or not as git writes it, ends the reading: what follows
 * could be anything, and so could what the file says as a whole.
 */

export interface IndexEntry {
  /** Bytes, for names are not always text. */
  readonly name: Buffer;
  readonly mode: number;
  readonly object: Buffer;
  /** Both words of them, without the bits that repeat how long the name is. */
  readonly flags: number;
}

export interface ParsedIndex {
  readonly entries: readonly IndexEntry[];
  /** True when all of it was read. */
  readonly whole: boolean;
  /** Extensions that change what the entries mean, by name: `link` says that there are more in another file. */
  readonly required: readonly string[];
}

export interface IndexFormat {
  /** 20, or 32 in a repository of the newer kind. */
  readonly hashBytes: number;
  readonly maxEntries?: number;
}

const HEADER_BYTES = 12;
/** Times, device, inode, mode, owner and size. */
const FACTS_BYTES = 40;
const MODE_AT = 24;
const EXTENDED = 0x4000;
const NAME_BITS = 0x0fff;

export function parseIndex(
  bytes: Buffer,
  { hashBytes, maxEntries = Number.POSITIVE_INFINITY }: IndexFormat,
): ParsedIndex {
  const entries: IndexEntry[] = [];
  const broken: ParsedIndex = { entries, whole: false, required: [] };
  if (bytes.length < HEADER_BYTES + hashBytes || bytes.toString("latin1", 0, 4) !== "DIRC")
    return broken;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return broken;
  let at = HEADER_BYTES;
  let before: Buffer = Buffer.alloc(0);
  for (let index = 0; index < count; index += 1) {
    const read = index < maxEntries ? readEntry(bytes, { at, version, hashBytes, before }) : null;
    if (read === null) return broken;
    entries.push(read.entry);
    before = read.entry.name;
    at = read.end;
  }
  const required = readExtensions(bytes, at, bytes.length - hashBytes);
  return required === null ? broken : { entries, whole: true, required };
}

interface EntryPlace {
  readonly at: number;
  readonly version: number;
  readonly hashBytes: number;
  readonly before: Buffer;
}

function readEntry(
  bytes: Buffer,
  { at, version, hashBytes, before }: EntryPlace,
): { readonly entry: IndexEntry; readonly end: number } | null {
  const flagsAt = at + FACTS_BYTES + hashBytes;
  if (flagsAt + 4 > bytes.length) return null;
  const flags = bytes.readUInt16BE(flagsAt);
  const isLong = (flags & EXTENDED) !== 0;
  const nameAt = flagsAt + (isLong ? 4 : 2);
  const read = readName(bytes, { at: nameAt, before: version === 4 ? before : null });
  if (read === null) return null;
  const { name, end } = read;
  if (Math.min(name.length, NAME_BITS) !== (flags & NAME_BITS)) return null;
  const entry = {
    name,
    mode: bytes.readUInt32BE(at + MODE_AT),
    object: bytes.subarray(at + FACTS_BYTES, flagsAt),
    flags: (flags & ~NAME_BITS) * 0x1_0000 + (isLong ? bytes.readUInt16BE(flagsAt + 2) : 0),
  };
  // Older versions fill each entry up with one to eight NULs.
  return { entry, end: version === 4 ? end : at + ((end - at + 7) & ~7) };
}

/** Up to a NUL. Version 4 keeps the beginning of the name before. */
function readName(
  bytes: Buffer,
  { at, before }: { readonly at: number; readonly before: Buffer | null },
): { readonly name: Buffer; readonly end: number } | null {
  const strip = before === null ? { value: 0, end: at } : readNumber(bytes, at);
  if (strip === null) return null;
  const nul = bytes.indexOf(0, strip.end);
  if (nul === -1) return null;
  const own = bytes.subarray(strip.end, nul);
  if (before === null) return { name: own, end: nul + 1 };
  if (strip.value > before.length) return null;
  const kept = before.subarray(0, before.length - strip.value);
  return { name: Buffer.concat([kept, own]), end: nul + 1 };
}

/** A number of seven bits a byte, each further byte one more than it says. */
function readNumber(
  bytes: Buffer,
  from: number,
): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let at = from; at < bytes.length && at < from + 5; at += 1) {
    const byte = bytes[at] as number;
    value = (at === from ? 0 : (value + 1) * 128) + (byte & 127);
    if (byte < 128) return { value, end: at + 1 };
  }
  return null;
}

/** Those in capitals are caches, which may be ignored. Null where they do not end at the checksum. */
function readExtensions(bytes: Buffer, from: number, end: number): readonly string[] | null {
  const required: string[] = [];
  let at = from;
  while (at + 8 <= end) {
    const name = bytes.toString("latin1", at, at + 4);
    if (!/^[A-Z]/.test(name)) required.push(name);
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end ? required : null;
}
