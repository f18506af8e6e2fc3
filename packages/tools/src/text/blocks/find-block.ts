/**
 * Finds a run of lines in a file when something small is ignored. Each way of looking is a rung: the first rung that
 * finds anything decides, and its caller takes a place only when there is exactly one. Nothing here measures likeness:
 * a line fits or it does not.
 */
import { findRun } from "./find-run.ts";
import { foldPunctuation } from "./fold-punctuation.ts";

export type BlockRung = "exact" | "trailing whitespace" | "punctuation" | "indentation";

const KEYS: Readonly<Record<BlockRung, (line: string) => string>> = {
  exact: (line) => line,
  "trailing whitespace": trimBlanksEnd,
  punctuation: (line) => trimBlanksEnd(foldPunctuation(line)),
  indentation: (line) => trimBlanksEnd(line.replace(/^[ \t]+/, "")),
};

export interface BlockSearch {
  readonly rung: BlockRung;
  /** No place begins before this line. */
  readonly from?: number;
  /** Stop after this many places; 2 unless given. */
  readonly limit?: number;
}

/** The lines at which the run begins, in order. A run of blank lines is found by `exact` only. */
export function findBlock(
  lines: readonly string[],
  old: readonly string[],
  search: BlockSearch,
): readonly number[] {
  const { rung, from = 0, limit = 2 } = search;
  if (rung === "exact") return findRun(lines, old, { from, limit });
  const key = KEYS[rung];
  if (old.every((line) => line.trim() === "")) return [];
  return findRun(lines.map(key), old.map(key), { from, limit });
}

/**
 * Trims blanks and tabs only: a mark or a blank of another kind was put there on purpose, or is a slip that cannot be
 * placed.
 */
function trimBlanksEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end -= 1;
  return line.slice(0, end);
}
