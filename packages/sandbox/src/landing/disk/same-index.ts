/**
 * True when two files of git's index say the same: the same names with the same content, modes and stages. What they remember
 * of times and inodes is only a cache; `git status`, which editors run all the time, writes that anew.
 */
const HASHES = [20, 32];
const FIXED_BYTES = 40;
const EXTENDED = 0x4000;
/** The low bits of the flags repeat how long the name is. */
const NAME_BITS = 0x0fff;

export function sameIndex(one: Buffer, other: Buffer): boolean {
  return HASHES.some((hash) => {
    const first = entriesOf(one, hash);
    const second = entriesOf(other, hash);
    return first !== null && second !== null && first === second;
  });
}

/** The entries as one text; null for what cannot be read or compared this way. */
function entriesOf(index: Buffer, hash: number): string | null {
  if (index.length < 12 + hash || index.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4) return null;
  const entries: string[] = [];
  let at = 12;
  let name = "";
  for (let n = 0; n < count; n += 1) {
    const entry = entryAt(index, { at, version, hash, name });
    if (entry === null) return null;
    entries.push(entry.text);
    at = entry.end;
    name = entry.name;
  }
  return extensionsAreCaches(index, at, index.length - hash) ? entries.join("\n") : null;
}

function entryAt(
  index: Buffer,
  {
    at,
    version,
    hash,
    name: before,
  }: {
    readonly at: number;
    readonly version: number;
    readonly hash: number;
    readonly name: string;
  },
): { readonly text: string; readonly name: string; readonly end: number } | null {
  const flagsAt = at + FIXED_BYTES + hash;
  if (flagsAt + 4 > index.length) return null;
  const flags = index.readUInt16BE(flagsAt);
  const isLong = (flags & EXTENDED) !== 0;
  let nameAt = flagsAt + (isLong ? 4 : 2);
  let kept = "";
  if (version === 4) {
    const strip = readVariable(index, nameAt);
    if (strip === null || strip.value > before.length) return null;
    kept = before.slice(0, before.length - strip.value);
    nameAt = strip.end;
  }
  const nul = index.indexOf(0, nameAt);
  if (nul < 0) return null;
  const name = kept + index.toString("latin1", nameAt, nul);
  const end = version === 4 ? nul + 1 : at + Math.ceil((nul + 1 - at) / 8) * 8;
  const facts = [
    index.readUInt32BE(at + 24),
    index.toString("hex", at + FIXED_BYTES, flagsAt),
    flags & ~NAME_BITS,
    isLong ? index.readUInt16BE(flagsAt + 2) : 0,
  ];
  return { text: `${facts.join(" ")} ${JSON.stringify(name)}`, name, end };
}

function readVariable(
  index: Buffer,
  from: number,
): { readonly value: number; readonly end: number } | null {
  let at = from;
  let byte = index[at];
  if (byte === undefined) return null;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    at += 1;
    byte = index[at];
    if (byte === undefined) return null;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, end: at + 1 };
}

/** Extensions in capitals may be ignored by whoever does not know them; others change what the entries mean. */
function extensionsAreCaches(index: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    const [first = 0] = index.subarray(at, at + 1);
    if (first < 0x41 || first > 0x5a) return false;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === end;
}
