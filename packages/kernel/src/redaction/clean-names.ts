/**
 * Names of members that were looked over and hold nothing to mask. The same names come with every call of a tool, and a redactor
 * never changes its mind, so each is scanned once. Only clean names are remembered: what is masked is never kept here.
 */

/** Longer names are looked over each time, and past so many the memory starts again: what is kept stays small. */
const MAX_CHARS = 64;
const MAX_NAMES = 1_024;

/** True when nothing in the name is masked. */
export type IsCleanName = (name: string) => boolean;

/** Remembers for one redactor. */
export function createCleanNames(mask: (text: string) => string): IsCleanName {
  const clean = new Set<string>();
  return (name) => {
    if (clean.has(name)) return true;
    if (mask(name) !== name) return false;
    if (name.length > MAX_CHARS) return true;
    if (clean.size >= MAX_NAMES) clean.clear();
    clean.add(name);
    return true;
  };
}
