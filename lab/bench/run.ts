/**
 * `npm run bench -- [SECTION] [--json] [--rounds N]`: measures one section or all of them. A full run writes its goals to
 * RESULTS.md and all of its figures to `reports/bench-DATE.md`, which is not committed. With `--json` the last line is one JSON
 * object. Nothing here gates anything: a missed goal is a figure, not a failure. A section
 * that cannot be measured is one: it is named, the others are kept, and the exit code is 1.
 */
import { loadavg } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../scripts/read-options.ts";
import { ensureDependencies, type Versions } from "./harness/ensure-dependencies.ts";
import { findSections } from "./harness/find-sections.ts";
import { describeMachine } from "./harness/machine.ts";
import { measureSections } from "./harness/measure-sections.ts";
import type { SectionOutcome } from "./harness/run-section.ts";
import { digestSources } from "./harness/source-state.ts";
import { writeResults } from "./harness/write-results.ts";

interface Request {
  readonly names: readonly string[];
  readonly isFull: boolean;
  readonly json: boolean;
  readonly rounds: number;
}

const DEFAULT_ROUNDS = 5;

const UNSTEADY =
  "bench: sources changed during the run, so its rounds measured different programs; it is not kept in RESULTS.md";

const bench = import.meta.dirname;
const root = join(bench, "../..");
const packages = join(root, "packages");

if (import.meta.main) process.exitCode = await main();

async function main(): Promise<number> {
  const sections = findSections(join(bench, "sections"));
  const known = [...sections.keys()];
  const usage = `npm run bench -- [SECTION] [--json] [--rounds N]\nsections: ${known.join(", ")}`;
  const request = readRequest(usage, known);
  if (typeof request === "string") {
    console.error(`${request}\nusage: ${usage}`);
    return 2;
  }
  const versions = await ensureDependencies(bench, (text) => console.error(text));
  console.log(`${describeMachine()}, Node ${process.version}\n`);
  const before = digestSources(packages);
  const loads = [loadavg()[0] ?? 0];
  const measured = await measureSections({
    sections: new Map(request.names.map((name) => [name, sections.get(name) ?? ""])),
    rounds: request.rounds,
    onProgress: (text) => console.error(text),
    onSection: ({ lines }) => {
      loads.push(loadavg()[0] ?? 0);
      console.log(`${lines.join("\n")}\n`);
    },
  });
  const isSteady = digestSources(packages) === before;
  if (!isSteady) console.error(UNSTEADY);
  if (request.isFull && isSteady) {
    const date = new Date();
    const report = join(root, "reports", `bench-${date.toISOString().slice(0, 10)}.md`);
    writeResults({ table: join(bench, "RESULTS.md"), report }, { date, measured, versions, loads });
  }
  const outcomes = measured.flatMap(({ outcome }) => outcome ?? []);
  if (request.json)
    console.log(JSON.stringify({ ...asJson(request, outcomes, versions), steady: isSteady }));
  const failed = measured.filter(({ outcome }) => outcome === null).map(({ name }) => name);
  if (failed.length > 0) console.error(`bench: not measured: ${failed.join(", ")}`);
  return failed.length > 0 ? 1 : 0;
}

function readRequest(usage: string, known: readonly string[]): Request | string {
  const { values, positionals } = readOptions(usage, {
    options: { json: { type: "boolean" }, rounds: { type: "string" } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) return `unknown section "${unknown}"`;
  const rounds = Number(values.rounds ?? DEFAULT_ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1) return "--rounds takes a whole number from 1";
  return {
    names: positionals.length > 0 ? positionals : known,
    isFull: positionals.length === 0,
    json: values.json ?? false,
    rounds,
  };
}

/** The lines under the name `rows`, as every measuring command prints them, and the figures behind them. */
function asJson(
  request: Request,
  outcomes: readonly SectionOutcome[],
  versions: Versions,
): Readonly<Record<string, unknown>> {
  return {
    section: request.isFull ? "all" : request.names.join(","),
    rows: outcomes.flatMap(({ section, lines }) => lines.map((line) => ({ section, ...line }))),
    figures: outcomes.flatMap(({ section, rows }) =>
      rows.map(({ row, figures, noise }) => ({ section, row, figures, noise })),
    ),
    node: process.version,
    machine: describeMachine(),
    versions,
  };
}
