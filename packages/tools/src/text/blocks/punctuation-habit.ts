/**
 * Learns how a file writes quotes, dashes and spaces, from a place where its text can be compared with what a caller
 * wrote for it. New text follows the habit only where there is one: a straight quote that replaces an opening and a
 * closing one does not decide the next.
 */
import { foldPunctuation } from "./fold-punctuation.ts";

/** The file's characters for each character that the caller wrote. */
export type PunctuationHabit = ReadonlyMap<string, ReadonlySet<string>>;

/** The reason when a new text holds a character that the file writes in more than one way. */
export const UNCLEAR_PUNCTUATION =
  "the file writes quotes or dashes there in more than one way, so it is not clear which one the new text means";

/** Reads the habit from lines that are equal when folded. */
export function readHabit(written: readonly string[], found: readonly string[]): PunctuationHabit {
  const habit = new Map<string, Set<string>>();
  for (const [at, line] of written.entries()) {
    const other = found[at] ?? "";
    for (let index = 0; index < Math.min(line.length, other.length); index += 1) {
      const own = line.charAt(index);
      const theirs = other.charAt(index);
      if (foldPunctuation(own) === foldPunctuation(theirs))
        habit.set(own, (habit.get(own) ?? new Set<string>()).add(theirs));
    }
  }
  return habit;
}

/** A new text in the file's habit; null where the habit is unclear. An unclear space stays what it is. */
export function followHabit(text: string, habit: PunctuationHabit): string | null {
  // Someone who writes typographic signs for plain ones does so in new text too.
  const embellishes = [...habit].some(
    ([own, theirs]) => isFoldable(own) && theirs.has(foldPunctuation(own)),
  );
  let followed = "";
  for (const own of text) {
    const theirs = habit.get(own);
    const [only] = theirs ?? [];
    if (theirs === undefined || only === undefined) {
      if (embellishes && isFoldable(own)) return null;
      followed += own;
    } else if (theirs.size === 1) followed += only;
    else if (foldPunctuation(own) === " ") followed += own;
    else return null;
  }
  return followed;
}

function isFoldable(sign: string): boolean {
  return foldPunctuation(sign) !== sign;
}
