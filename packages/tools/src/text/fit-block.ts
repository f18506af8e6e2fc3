/**
 * The lines that a block becomes at the place where it was found. Where the place differs from what the caller wrote, kept
 * lines take the file's version; new lines are changed only by a rule that the old lines prove. What they do not prove is
 * refused: a change that was guessed is worse than one that was not made.
 */
import type { Block } from "./block.ts";
import { fitIndentation } from "./fit-indentation.ts";
import type { FitContext, FittedBlock } from "./fitted-block.ts";
import { followHabit, readHabit, UNCLEAR_PUNCTUATION } from "./punctuation-habit.ts";

/** Fits a block to its place. */
export function fitBlock(block: Block, context: FitContext): FittedBlock {
  const { rung, file, start } = context;
  const found = file.slice(start, start + block.old.length);
  if (rung === "indentation") return fitIndentation(block, { ...context, found });
  const lines = block.next.map(({ text, kept }) => (kept === null ? text : (found[kept] ?? text)));
  if (rung === "trailing whitespace")
    return { ok: true, lines: withoutHabitualSpace(block, found, lines) };
  if (rung !== "punctuation") return { ok: true, lines };
  return fitPunctuation(block, found);
}

function fitPunctuation(block: Block, found: readonly string[]): FittedBlock {
  const habit = readHabit(block.old, found);
  const lines: string[] = [];
  for (const { text, kept } of block.next) {
    const line = kept === null ? followHabit(text, habit) : (found[kept] ?? text);
    if (line === null) return { ok: false, reason: UNCLEAR_PUNCTUATION };
    lines.push(line);
  }
  return { ok: true, lines };
}

/** When the caller put the same whitespace after every line, old and new, it is the caller's and not the file's. */
function withoutHabitualSpace(
  block: Block,
  found: readonly string[],
  lines: readonly string[],
): readonly string[] {
  const fresh = block.next.filter(({ kept, text }) => kept === null && text.trim() !== "");
  const extras = block.old
    .filter((line) => line.trim() !== "")
    .map((line) => line.slice(line.trimEnd().length));
  const [extra = ""] = extras;
  const isHabit =
    extra !== "" &&
    extras.every((each) => each === extra) &&
    found.every((line) => line.trimEnd() === line) &&
    fresh.every(({ text }) => text.endsWith(extra) && !text.slice(0, -extra.length).endsWith(" "));
  if (!isHabit) return lines;
  return lines.map((line, index) => (block.next[index]?.kept === null ? line.trimEnd() : line));
}
