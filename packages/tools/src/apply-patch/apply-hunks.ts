/**
 * Applies the hunks of a unified diff. Context is exact; only the place may differ from the line number, and then there
 * must be one place only. First everything is compared as it is, carriage returns included. When that fails and the diff
 * has none, it was made from another reading of a CRLF file: lines are compared without endings, lines that stay keep
 * theirs, and new lines get the file's.
 */

import { findRun } from "../text/blocks/find-run.ts";
import {
  type FileLine,
  joinLines,
  type LineBreaks,
  splitLines,
} from "../text/encoding/file-lines.ts";
import { firstEnding } from "../text/encoding/line-endings.ts";
import { describeHunkMiss } from "./describe-hunk-miss.ts";
import type { Hunk, HunkLine } from "./file-patch.ts";
import { createSearchBudget } from "./search-budget.ts";

const MAX_PLACES = 4;

/** The text after all hunks; throws `conflict` when one does not fit. */
export function applyHunks(text: string, hunks: readonly Hunk[], path: string): string {
  const spend = createSearchBudget(path);
  const exact = tryHunks(text, hunks, { breaks: "feed", spend });
  if (typeof exact === "string") return exact;
  const hasReturns = hunks.some(({ lines }) => lines.some((line) => line.text.endsWith("\r")));
  const loose =
    hasReturns || !text.includes("\r") ? exact : tryHunks(text, hunks, { breaks: "any", spend });
  if (typeof loose === "string") return loose;
  throw describeHunkMiss(text, { path, ...loose });
}

interface HunkMiss {
  readonly hunk: Hunk;
  readonly index: number;
  /** Lines at which it would fit, when there are several; from 0. */
  readonly places: readonly number[];
}

function tryHunks(
  text: string,
  hunks: readonly Hunk[],
  how: { readonly breaks: LineBreaks; readonly spend: (lines: number) => void },
): string | HunkMiss {
  const { breaks, spend } = how;
  const lines = splitLines(text, breaks);
  const ending = breaks === "feed" ? "\n" : firstEnding(text);
  const parts: (readonly FileLine[])[] = [];
  let done = 0;
  let shift = 0;
  for (const [index, hunk] of hunks.entries()) {
    const old = hunk.lines.filter(({ kind }) => kind !== "add");
    const places = findHunk(lines, old, { from: done, wanted: hunk.oldStart - 1 + shift, spend });
    const [start] = places;
    if (start === undefined || places.length > 1) return { hunk, index, places };
    const found = lines.slice(start, start + old.length);
    parts.push(lines.slice(done, start), rewrite(hunk, found, ending));
    done = start + old.length;
    shift = start - (hunk.oldStart - 1);
  }
  return joinLines(endedInside([...parts, lines.slice(done)].flat(), ending));
}

/** The place the header names, if it fits there; else every place where it does. */
function findHunk(
  lines: readonly FileLine[],
  old: readonly HunkLine[],
  how: {
    readonly from: number;
    readonly wanted: number;
    readonly spend: (lines: number) => void;
  },
): readonly number[] {
  const { from, wanted, spend } = how;
  // Lines that are added to nothing can only be placed in an empty file.
  if (old.length === 0) return lines.length === 0 ? [0] : [];
  if (wanted >= from && fits(lines, old, wanted)) return [wanted];
  spend(lines.length);
  const run = old.map((line) => line.text);
  return findRun(
    lines.map((line) => line.text),
    run,
    { from, limit: MAX_PLACES },
  ).filter((start) => fits(lines, old, start));
}

function fits(lines: readonly FileLine[], old: readonly HunkLine[], start: number): boolean {
  return old.every(({ text, unended }, offset) => {
    const line = lines[start + offset];
    return line !== undefined && line.text === text && (!unended || line.ending === "");
  });
}

function rewrite(hunk: Hunk, found: readonly FileLine[], ending: string): readonly FileLine[] {
  const result: FileLine[] = [];
  let at = 0;
  for (const { kind, text, unended } of hunk.lines) {
    if (kind === "add") result.push({ text, ending: unended ? "" : ending });
    else {
      if (kind === "context") result.push(found[at] as FileLine);
      at += 1;
    }
  }
  return result;
}

/** A line without an ending that is no longer the last one gets one. */
function endedInside(lines: readonly FileLine[], ending: string): readonly FileLine[] {
  return lines.map((line, index) =>
    line.ending === "" && index < lines.length - 1 ? { ...line, ending } : line,
  );
}
