/**
 * Finds whole lines that differ in something small. The old text is read as a run of lines; whether it ends with a line
 * break must agree with the new text, because with a place that is not exact either of the two could be right.
 */
import { pairLines } from "../text/blocks/block.ts";
import { type BlockRung, findBlock } from "../text/blocks/find-block.ts";
import { fitBlock } from "../text/blocks/fit-block.ts";
import { LOST_BLANKS_AT_ENDS, lacksBlanks } from "../text/blocks/writes-blanks.ts";
import type { EditSubject, Replacement, RungFinding } from "./edit-change.ts";

export interface BlockLook {
  readonly rung: BlockRung;
  /** The texts are listings of whole lines, which lost their last line break. */
  readonly listing?: boolean;
  /** Only the old text is one: the new text shows whether its last line is ended. */
  readonly showsEnd?: boolean;
}

/** Looks for the old text as a run of lines. */
export function findByLines(
  subject: EditSubject,
  { rung, listing = false, showsEnd = false }: BlockLook,
): RungFinding {
  const { text, old, next, path } = subject;
  const file = runOf(text);
  const oldRun = runOf(old);
  const nextRun = runOf(next);
  const starts = findBlock(file.lines, oldRun.lines, { rung });
  const [start] = starts;
  if (start === undefined) return null;
  const offsets = offsetsOf(file.lines);
  const from = offsets[start] ?? 0;
  if (starts.length > 1)
    return { kind: "places", places: starts.map((line) => emptyPlace(offsets[line] ?? 0)) };
  const lastLine = start + oldRun.lines.length - 1;
  const lineEnd = (offsets[lastLine] ?? 0) + (file.lines[lastLine]?.length ?? 0);
  const isTerminated = text[lineEnd] === "\n";
  const takesBreak = oldRun.ended || (listing && (nextRun.ended || next === ""));
  const end = takesBreak && isTerminated ? lineEnd + 1 : lineEnd;
  if (next !== "" && !listing && oldRun.ended !== nextRun.ended)
    return { kind: "refused", at: from, reason: UNEVEN_BREAKS };
  if (next === "" && rung !== "exact" && !takesBreak && isTerminated)
    return { kind: "refused", at: from, reason: OPEN_END };
  // At the end of a file a listing does not show whether its last line is ended.
  const isLast = lineEnd + 1 >= text.length;
  if (showsEnd && isLast && next !== "" && nextRun.ended !== isTerminated)
    return { kind: "refused", at: from, reason: UNEVEN_BREAKS };
  if (listing && takesBreak && !oldRun.ended && file.lines[lastLine + 1]?.trim() === "")
    return { kind: "refused", at: from, reason: LOST_BLANKS };
  const block = pairLines(oldRun.lines, nextRun.lines);
  if (lacksBlanks(block, file.lines.slice(start, lastLine + 1)))
    return { kind: "refused", at: from, reason: LOST_BLANKS_AT_ENDS };
  const fitted = fitBlock(block, { rung, file: file.lines, start, path });
  if (!fitted.ok) return { kind: "refused", at: from, reason: fitted.reason };
  const written = fitted.lines.join("\n") + (next !== "" && takesBreak && isTerminated ? "\n" : "");
  return { kind: "places", places: [{ start: from, end, text: written }] };
}

const UNEVEN_BREAKS =
  "old_string and new_string do not both end with a line break, so it is not clear where the next line begins";

const OPEN_END =
  "old_string does not end with a line break, so it is not clear whether an empty line is to stay";

const LOST_BLANKS =
  "a blank line follows that old_string may have lost, so it is not clear whether it stays";

/** Lines of a text; a final line break ends the last line. */
function runOf(text: string): { readonly lines: readonly string[]; readonly ended: boolean } {
  if (text === "") return { lines: [], ended: false };
  const lines = text.split("\n");
  const ended = lines.at(-1) === "" && lines.length > 1;
  return { lines: ended ? lines.slice(0, -1) : lines, ended };
}

function offsetsOf(lines: readonly string[]): readonly number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function emptyPlace(start: number): Replacement {
  return { start, end: start, text: "" };
}
