import { writeFileSync } from "node:fs";
import { describeMachine } from "./machine.ts";

/** Keeps a full run: date, machine and versions above the sections. Only a full run is kept, so that all of it is of one day. */
export function writeResults(
  file: string,
  run: {
    readonly date: Date;
    readonly peers: readonly string[];
    readonly lines: readonly string[];
  },
): void {
  const text = [
    "# Bench results",
    "",
    "The last full run of `npm run bench`. A goal is a ratio to a floor or a peer measured in the same run; the times themselves",
    "hold on this machine only.",
    "",
    `- date: ${run.date.toISOString().slice(0, 10)}`,
    `- machine: ${describeMachine()}`,
    `- Node ${process.version}`,
    `- peers: ${run.peers.join(", ")}`,
    "",
    ...run.lines,
    "",
  ];
  writeFileSync(file, text.join("\n"));
}
