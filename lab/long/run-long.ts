import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { LongPart } from "./long-parts.ts";
import { type PartOutcome, renderReport } from "./render-report.ts";
import { partCommand, type RunPartOptions, runPart } from "./run-part.ts";

export interface LongRun extends RunPartOptions {
  readonly date: string;
  readonly machine: string;
  /** Every part there is: the report lists one that was not chosen as not run. */
  readonly all: readonly LongPart[];
  readonly chosen: readonly LongPart[];
  readonly report: string;
  /** The data of the page, kept for the parts that run later on the same day. */
  readonly kept: string;
}

/**
 * Runs the chosen parts and gives how they ended. The report is written before and after each of them, so a run that is cut off in
 * any way leaves what it found, and says which part it stood in and which it never came to.
 */
export async function runLong(run: LongRun): Promise<readonly PartOutcome[]> {
  const names = new Set(run.chosen.map(({ name }) => name));
  const outcomes = new Map(
    readKept(run.kept).flatMap((kept) => (names.has(kept.name) ? [] : [[kept.name, kept]])),
  );
  const tell = (running: string | null): void => writeReport(run, outcomes, running);
  for (const part of run.chosen) {
    if (run.signal.aborted) break;
    tell(part.name);
    outcomes.set(part.name, await runPart(part, run));
    tell(null);
  }
  return run.chosen.flatMap(({ name }) => outcomes.get(name) ?? []);
}

function writeReport(
  { all, report, kept, date, machine }: LongRun,
  outcomes: ReadonlyMap<string, PartOutcome>,
  running: string | null,
): void {
  const parts = all.map(
    (part) =>
      outcomes.get(part.name) ?? {
        name: part.name,
        command: partCommand(part),
        isRunning: part.name === running,
      },
  );
  writeWhole(report, renderReport({ date, machine, parts }));
  writeWhole(kept, JSON.stringify([...outcomes.values()]));
}

function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function readKept(path: string): readonly PartOutcome[] {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as readonly PartOutcome[];
  } catch {
    // Nothing ran today.
    return [];
  }
}
