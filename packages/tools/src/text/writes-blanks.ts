/**
 * Blanks at the ends of lines, where the place was found by ignoring them. What the caller wrote there may be a slip, as in the
 * old lines, or the very change that is wanted (two blanks break a line in Markdown): nothing tells which.
 */
import type { Block } from "./block.ts";

/** Why such a change is refused. */
export const UNCLEAR_BLANKS =
  "lines of new_string end in blanks, so it is not clear whether these are meant";

/** True when a line that is to be written ends in blanks which the old lines, as they were sent, give no proof of. */
export function writesBlanks(block: Block, found: readonly string[]): boolean {
  const isWrong = (line: string, at: number): boolean =>
    blanksOf(line) !== "" && blanksOf(line) !== blanksOf(found[at] ?? "");
  const hasSlips = block.old.some(isWrong);
  return block.next.some(({ text, kept }) =>
    kept === null ? hasSlips && blanksOf(text) !== "" : isWrong(text, kept),
  );
}

/** The blanks behind the last sign of a line; of a line of blanks, nothing: they are its indentation. */
function blanksOf(line: string): string {
  const end = line.trimEnd().length;
  return end === 0 ? "" : line.slice(end);
}
