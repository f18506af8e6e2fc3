import type { TextSides } from "./merge-lines.ts";
import { splitLines } from "./split-lines.ts";

const USUAL = 7;

/** A length of conflict markers that no line of the texts begins with, so that none of them can be taken for one. */
export function markerLength({ base, ours, theirs }: TextSides): number {
  let longest = USUAL - 1;
  for (const side of [base, ours, theirs])
    for (const line of splitLines(side)) longest = Math.max(longest, markerRun(line));
  return longest + 1;
}

function markerRun(line: string): number {
  const [first = ""] = line;
  if (!"<|=>".includes(first)) return 0;
  let end = 1;
  while (line[end] === first) end += 1;
  return end;
}
