/**
 * The names in a git index, versions 2 to 4, read from its bytes. What is damaged, split over several files or longer than the
 * bound is not complete: whoever asks then has to take it for anything.
 */

export interface IndexNames {
  readonly names: readonly string[];
  readonly complete: boolean;
}

const MAX_NAMES = 200_000;
/** Times, device, inode, mode, owner and size. */
const FACTS_BYTES = 40;
const MODE_AT = 24;
const EXTENDED = 0x4000;
const FOLDER = 0o040000;

/** Reads the names. `hashBytes` is 20, or 32 in a repository of the newer kind. */
export function readIndex(bytes: Buffer, hashBytes = 20): IndexNames {
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return NOTHING;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return NOTHING;
  const names: string[] = [];
  let at = 12;
  let before: Buffer = Buffer.alloc(0);
  for (let index = 0; index < count; index += 1) {
    const entry =
      names.length < MAX_NAMES ? readEntry(bytes, { at, version, hashBytes, before }) : null;
    if (entry === null) return { names, complete: false };
    names.push(entry.name.toString("utf8"));
    if (entry.isFolder) return { names, complete: false };
    before = entry.name;
    at = entry.end;
  }
  return { names, complete: !isSplit(bytes, at, hashBytes) };
}

const NOTHING: IndexNames = { names: [], complete: false };

interface EntryPlace {
  readonly at: number;
  readonly version: number;
  readonly hashBytes: number;
  readonly before: Buffer;
}

function readEntry(
  bytes: Buffer,
  { at, version, hashBytes, before }: EntryPlace,
): { readonly name: Buffer; readonly end: number; readonly isFolder: boolean } | null {
  const flagsAt = at + FACTS_BYTES + hashBytes;
  if (flagsAt + 2 > bytes.length) return null;
  const isLong = version > 2 && (bytes.readUInt16BE(flagsAt) & EXTENDED) !== 0;
  let start = flagsAt + (isLong ? 4 : 2);
  let kept: Buffer = Buffer.alloc(0);
  if (version === 4) {
    const strip = readNumber(bytes, start);
    if (strip === null || strip.value > before.length) return null;
    kept = before.subarray(0, before.length - strip.value);
    start = strip.end;
  }
  const stop = bytes.indexOf(0, start);
  if (stop === -1) return null;
  const name = Buffer.concat([kept, bytes.subarray(start, stop)]);
  // Older versions fill each entry up with one to eight NULs.
  const end = version === 4 ? stop + 1 : at + ((stop - at + 8) & ~7);
  const isFolder = bytes.readUInt32BE(at + MODE_AT) === FOLDER;
  return { name, end, isFolder };
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

/** True when an extension says that further names lie in another file, or when that cannot be seen. */
function isSplit(bytes: Buffer, from: number, hashBytes: number): boolean {
  let at = from;
  while (at + 8 <= bytes.length - hashBytes) {
    if (bytes.toString("latin1", at, at + 4) === "link") return true;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at > bytes.length - hashBytes;
}
