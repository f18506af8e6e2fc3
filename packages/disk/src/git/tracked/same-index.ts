import { type IndexEntry, parseIndex } from "./parse-index.ts";

/** Lengths of an object's name. Which one a repository has is not asked, because only one of them fits. */
const HASH_BYTES = [20, 32];

/**
 * True when two files of git's index say the same: the same names with the same content, modes and stages. What they remember of
 * times and inodes is only a cache, which `git status`, run by editors all the time, writes again.
 */
export function sameIndex(one: Buffer, other: Buffer): boolean {
  return HASH_BYTES.some((hashBytes) => {
    const first = wholeEntries(one, hashBytes);
    const second = first === null ? null : wholeEntries(other, hashBytes);
    if (first === null || second === null || first.length !== second.length) return false;
    return first.every((entry, at) => isSameEntry(entry, second[at] as IndexEntry));
  });
}

/** Null for what cannot be read to its end, and for entries that mean something only together with another file. */
function wholeEntries(index: Buffer, hashBytes: number): readonly IndexEntry[] | null {
  const { entries, whole, required } = parseIndex(index, { hashBytes });
  return whole && required.length === 0 ? entries : null;
}

function isSameEntry(one: IndexEntry, other: IndexEntry): boolean {
  return (
    one.mode === other.mode &&
    one.flags === other.flags &&
    one.object.equals(other.object) &&
    one.name.equals(other.name)
  );
}
