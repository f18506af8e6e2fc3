/**
 * Bounds how much of a file is searched for the parts of one patch. Each part that is not where it says is looked for in all
 * the lines that follow, and nothing else of the process goes on meanwhile: thousands of parts in a large file took minutes.
 */
import { ToolError } from "@toolplane/contract";

const MAX_SEARCHED_LINES = 100_000_000;

/** Counts lines that are searched; throws `too_large` when they are too many. */
export function createSearchBudget(path: string): (lines: number) => void {
  let left = MAX_SEARCHED_LINES;
  return (lines) => {
    left -= lines;
    if (left >= 0) return;
    throw new ToolError(
      "too_large",
      `The patch has too many parts to look for in a file as long as ${path}. Nothing was changed in any file. Split the patch, or give the line numbers of the file as it is.`,
    );
  };
}
