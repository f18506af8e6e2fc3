/** Taking back what a command did to many files, and making it again (goal 5e). */

import { row } from "../harness/row.ts";
import type { Line, Section } from "../harness/section.ts";
import { timedMove, type Way } from "../host/undo-rows.ts";

const SIZES = [1_000, 10_000, 50_000];
const NOTES: Readonly<Record<Way, string>> = {
  landing:
    "`call bash` with a sed over all files: the command itself and the program's start are in it",
  undo: "`undo --yes` of that call, the program's start in it",
  redo: "`redo --yes` after that",
};

export const section: Section = {
  title: "undo of a landing",
  method: [
    "Small files in folders of 500. Each line is a process of the built program, from its start to its end; what comes before it is done anew for each row.",
    "The ratio is of processor time, which other work on the machine changes least; what was waited for stands beside it.",
  ],
  rows: SIZES.flatMap((files) =>
    (["landing", "undo", "redo"] as const).map((way) =>
      row(nameOf(way, files), NOTES[way], () => timedMove(way, files)),
    ),
  ),
  lines: SIZES.flatMap((files) => [lineOf("undo", files), lineOf("redo", files)]),
  columns: [
    { figure: "processorMs", title: "computed", show: seconds },
    { figure: "wholeMs", title: "waited", show: seconds },
  ],
  peers: [],
};

function nameOf(way: Way, files: number): string {
  return `${files.toLocaleString("en")} files, ${way}`;
}

function lineOf(way: "undo" | "redo", files: number): Line {
  return {
    line: `5e ${way} of ${files.toLocaleString("en")} files`,
    row: nameOf(way, files),
    floor: nameOf("landing", files),
    figure: "processorMs",
    goal: { atMost: 1.5 },
  };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
