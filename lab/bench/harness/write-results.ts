import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Versions } from "./ensure-dependencies.ts";
import { describeMachine } from "./machine.ts";
import type { MeasuredSection } from "./measure-sections.ts";
import { goalTable } from "./print-section.ts";

export interface FullRun {
  readonly date: Date;
  readonly measured: readonly MeasuredSection[];
  readonly versions: Versions;
  /** The system's load, at the start and after each section: figures of a busy machine are worth little. */
  readonly loads: readonly number[];
}

/** Where a full run is kept. */
export interface ResultFiles {
  /** Date, machine, versions and the goals: the page that is committed. */
  readonly table: string;
  /** The same with every section's rows, how they were measured, and why one could not be. Not committed. */
  readonly report: string;
}

/** Keeps a full run. Only a full run is kept, so that all of it is of one day. */
export function writeResults(files: ResultFiles, run: FullRun): void {
  const table = renderTable(run);
  writeFileSync(files.table, `${table.join("\n")}\n`);
  const sections = run.measured.flatMap(({ lines }) => ["", ...lines]);
  mkdirSync(dirname(files.report), { recursive: true });
  writeFileSync(files.report, `${[...table, ...sections].join("\n")}\n`);
}

function renderTable(run: FullRun): readonly string[] {
  const { measured, versions } = run;
  const lines = measured.flatMap(({ outcome }) => outcome?.lines ?? []);
  const goals = lines.filter(({ met }) => met !== null);
  const failed = measured.filter(({ outcome }) => outcome === null);
  const minutes = measured.reduce((sum, { tookMs }) => sum + tookMs, 0) / 60_000;
  const peers = [...new Set(measured.flatMap((section) => section.peers))].sort();
  return [
    "# Bench results",
    "",
    "The last full run of `npm run bench`. A goal is a ratio to a floor or a peer measured in the same run; the times themselves",
    "hold on this machine only.",
    "",
    `- date: ${run.date.toISOString().slice(0, 10)}`,
    `- machine: ${describeMachine()}`,
    `- load of the machine: ${Math.min(...run.loads).toFixed(1)} to ${Math.max(...run.loads).toFixed(1)} (its own is about 1)`,
    `- Node ${process.version}`,
    `- peers: ${peers.map((name) => `${name} ${versions[name] ?? "?"}`).join(", ")}`,
    `- sections: ${measured.length - failed.length} of ${measured.length} measured, in ${minutes.toFixed(0)} minutes`,
    ...failed.map(({ name }) => `- not measured: ${name}`),
    `- goals: ${goals.filter(({ met }) => met === true).length} of ${goals.length} met`,
    "",
    ...goalTable(goals),
  ];
}
