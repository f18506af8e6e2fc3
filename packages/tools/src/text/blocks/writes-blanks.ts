/**
 * Blanks at the ends of lines, where the place was found by ignoring them. Those of the caller may be a slip, as in the
 * old lines, or the very change that is wanted (two blanks break a line in Markdown): nothing decides which.
 */
import type { Block } from "./block.ts";

/** The reason to refuse such a change. */
export const UNCLEAR_BLANKS =
  "lines of new_string end in blanks, so it is not clear whether these are meant";

/** Why a change is refused where the file has more blanks than the caller wrote. */
export const LOST_BLANKS_AT_ENDS =
  "lines of the file end in blanks which old_string lacks, so it is not clear whether they are to stay";

/** True when a line that is to be written ends in blanks which the old lines, as they were sent, give no proof of. */
export function writesBlanks(block: Block, found: readonly string[]): boolean {
  const isWrong = (line: string, at: number): boolean =>
    blanksOf(line) !== "" && blanksOf(line) !== blanksOf(found[at]);
  const hasSlips = block.old.some(isWrong);
  return block.next.some(({ text, kept }) =>
    kept === null ? hasSlips && blanksOf(text) !== "" : isWrong(text, kept),
  );
}

/**
 * True when the file has blanks at the end of a line that the caller left out. Where the line stays, the change may have been
 * about them; where another takes its place, that one may have lost them too. Only lines that merely go leave no doubt.
 */
export function lacksBlanks(block: Block, found: readonly string[]): boolean {
  const isLost = (at: number): boolean =>
    blanksOf(found[at]) !== "" && blanksOf(found[at]) !== blanksOf(block.old[at]);
  const hasFresh = block.next.some(({ kept }) => kept === null);
  return hasFresh
    ? block.old.some((_, at) => isLost(at))
    : block.next.some(({ kept }) => kept !== null && isLost(kept));
}

/** The reason to refuse a change whose lines may have got or lost blanks by the same slip as the old ones. */
export const BLANKS_BEFORE =
  "old_string begins with blanks that the file does not have, so it is not clear how far the lines of new_string are indented";

/**
 * True when the old lines begin with an empty one that got blanks, and new lines come: the first may have got them, too, and who puts
 * blanks where none were may have lost them elsewhere.
 */
export function leadsWithBlanks(block: Block, found: readonly string[]): boolean {
  const [own = ""] = block.old;
  const isSlip = own !== "" && own.trim() === "" && own !== found[0];
  return isSlip && block.next.some(({ text, kept }) => kept === null && text.trim() !== "");
}

function blanksOf(line = ""): string {
  return /(?<![ \t])[ \t]*$/.exec(line)?.[0] ?? "";
}
