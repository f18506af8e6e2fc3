/** Programs that call tools: what their start costs, and what one of their calls costs. */
import { row } from "../harness/row.ts";
import type { Line, Section } from "../harness/section.ts";
import {
  CALLS,
  directReads,
  emptyProgram,
  FILES,
  listedNames,
  oneRead,
  overview,
  programReads,
} from "../tools/program-rows.ts";

const reads = `${CALLS} reads`;
const files = FILES.toLocaleString("en");

export const section: Section = {
  title: "programs that call tools",
  method: [
    "The product with its default policy and an allow-all rule, no recorder. A small file is read; one call waits for the one before.",
    "a call: the round divided by its calls; for the program without what an empty program takes in the same process.",
  ],
  rows: [
    row("one read", "a single call", oneRead),
    row("empty program", "a worker and an engine of its own for each program", emptyProgram),
    row(`${reads}, directly`, "a call of the session each", directReads),
    row(
      `${reads}, one program`,
      "the same road for each, and to the worker and back; its first is after empty programs",
      programReads,
    ),
    row(`names of ${files} files`, "readdir alone, in this thread", listedNames),
    row(`repo_overview of ${files} files`, "a whole call: tree, languages, outlines", overview),
  ],
  lines: [
    line("start of a program", ["empty program", "one read", "p50Ms"]),
    line("first program of a process", ["empty program", "one read", "firstMs"]),
    line("a call inside", [`${reads}, one program`, `${reads}, directly`, "callUs"]),
    line("overview", [`repo_overview of ${files} files`, `names of ${files} files`, "p50Ms"]),
  ],
  columns: [
    { figure: "p50Ms", title: "p50", show: milliseconds },
    { figure: "bestMs", title: "best", show: milliseconds },
    { figure: "firstMs", title: "first, cold", show: milliseconds },
    { figure: "callUs", title: "a call", show: (us) => `${us.toFixed(0)} us` },
  ],
  peers: [],
};

function milliseconds(ms: number): string {
  return `${ms.toFixed(2)} ms`;
}

function line(
  text: string,
  [name, floor, figure]: readonly [row: string, floor: string, figure: string],
): Line {
  return { line: `for comparison: ${text}`, row: name, floor, figure, goal: null };
}
