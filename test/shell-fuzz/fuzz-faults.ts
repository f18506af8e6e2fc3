/** Finds what is wrong with a run: lines that got through, faults that were not caught, or a run too tame to prove anything. */
import type { FuzzFailure, FuzzReport } from "./run-fuzz.ts";

/** At least this share of the lines must be allowed: where everything is asked about, nothing is tested. */
const MIN_ALLOWED_SHARE = 0.3;

/** With fewer lines a construct may not have come to anything. */
const MIN_LINES = 800;

/** One line for each thing that is wrong; empty for a good run. */
export function fuzzFaults(report: FuzzReport): readonly string[] {
  const faults: string[] = [];
  if (report.failed > 0) faults.push(`${report.failed} allowed lines spawned what no unit named`);
  for (const [name, count] of Object.entries(report.caught))
    if (count === 0) faults.push(`the planted fault "${name}" was not caught`);
  const share = report.actions.allow / report.lines;
  if (share < MIN_ALLOWED_SHARE)
    faults.push(`only ${(share * 100).toFixed(1)} % of the lines were allowed`);
  for (const [name, { spawned }] of report.constructs)
    if (report.lines >= MIN_LINES && spawned === 0)
      faults.push(`no line with "${name}" spawned anything`);
  return faults;
}

/** A failing line as a person reads it. */
export function formatFailure({ seed, line, verdict, missed }: FuzzFailure): string {
  const argv = (words: readonly unknown[]): string => JSON.stringify(words);
  return [
    `seed ${seed}, verdict ${verdict.action} (${verdict.reason})`,
    ...line.split("\n").map((text) => `    ${text}`),
    ...missed.map((spawn) => `  ran:       ${argv(spawn.argv)} in ${spawn.cwd}`),
    ...verdict.analysis.units.map((unit) => `  predicted: ${argv(unit.argv)} in ${unit.cwd}`),
    ...verdict.analysis.opaque.map((part) => `  opaque:    ${part.reason}`),
  ].join("\n");
}
