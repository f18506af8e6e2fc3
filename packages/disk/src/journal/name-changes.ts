/**
 * One text for several entries of the journal, when a person thinks of them as one change. Entries of one append stand
 * side by side, so the first and the last name them all, and the text means the same after a restart.
 */
const RANGE = "..";

/** The name of entries that were appended together. */
export function nameChanges(ids: readonly string[]): string {
  const first = ids[0] ?? "";
  const last = ids.at(-1) ?? "";
  return ids.length > 1 ? `${first}${RANGE}${last}` : first;
}

/** Reads the first and the last change that a name means. */
export function readChangeName(name: string): { readonly first: string; readonly last: string } {
  const at = name.indexOf(RANGE);
  if (at < 0) return { first: name, last: name };
  return { first: name.slice(0, at), last: name.slice(at + RANGE.length) };
}
