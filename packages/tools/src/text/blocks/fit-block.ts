/**
 * The lines that a block becomes at the place where it was found. Where the place differs from what the caller wrote, kept
 * lines take the file's version; new lines are changed only by a rule that the old lines prove. What they do not prove is
 * refused: a change that was guessed is worse than one that was not made.
 */
import type { Block } from "./block.ts";
import { fitIndentation } from "./fit-indentation.ts";
import type { FitContext, FittedBlock } from "./fitted-block.ts";
import { followHabit, readHabit, UNCLEAR_PUNCTUATION } from "./punctuation-habit.ts";
import { BLANKS_BEFORE, leadsWithBlanks, UNCLEAR_BLANKS, writesBlanks } from "./writes-blanks.ts";

export function fitBlock(block: Block, context: FitContext): FittedBlock {
  const { rung, file, start } = context;
  const found = file.slice(start, start + block.old.length);
  if (rung === "indentation")
    return writesBlanks(block, found)
      ? { ok: false, reason: UNCLEAR_BLANKS }
      : fitIndentation(block, { ...context, found });
  if (rung === "trailing whitespace" && writesBlanks(block, found))
    return { ok: false, reason: UNCLEAR_BLANKS };
  if (rung === "trailing whitespace" && leadsWithBlanks(block, found))
    return { ok: false, reason: BLANKS_BEFORE };
  const lines = block.next.map(({ text, kept }) => (kept === null ? text : (found[kept] ?? text)));
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
