/** Why a hunk or a chunk does not fit, with the lines of the file that come nearest. Bounded. */
import { ToolError } from "@toolplane/contract";
import { findNearest } from "../edit/find-nearest.ts";
import { showLines } from "../text/show-lines.ts";
import type { HunkLine } from "./file-patch.ts";

const MAX_LINES = 12;

export interface MissedHunk {
  readonly path: string;
  readonly hunk: { readonly lines: readonly HunkLine[]; readonly at: number };
  readonly index: number;
  readonly places: readonly number[];
  readonly reason?: string;
}

export function describeHunkMiss(text: string, miss: MissedHunk): ToolError {
  const { path, hunk, index, places, reason } = miss;
  const lines = text.split(/\r\n?|\n/);
  const old = hunk.lines.filter(({ kind }) => kind !== "add").map((line) => line.text);
  const which = `Hunk ${index + 1} of ${path} (patch line ${hunk.at})`;
  const nothing = "Nothing was changed in any file.";
  if (old.length === 0 && reason === undefined)
    return fault(
      `${which} only adds lines and shows none around them, so its place is not known. ${nothing} Add unchanged lines before or after it.`,
    );
  if (places.length > 1) {
    const shown = places.map((place) => showLines(lines, place, 1)).join("\n");
    return fault(
      `${which} fits in several places. ${nothing} Places:\n${shown}\nAdd more unchanged lines around it.`,
    );
  }
  const near = findNearest(lines, old).map(({ line }) =>
    showLines(lines, line, Math.min(old.length, MAX_LINES)),
  );
  const shown = near.length === 0 ? "" : ` Nearest:\n${near.join("\n\n")}\n`;
  return fault(
    `${which} does not fit${reason === undefined ? "" : `: ${reason}`}. ${nothing}${shown || " "}Read the file again and make the patch from what it holds.`,
  );
}

function fault(message: string): ToolError {
  return new ToolError("conflict", message);
}
