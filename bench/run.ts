/**
 * `npm run bench -- [SECTION] [--json] [--rounds N]`: measures one section or all of them. A full run is kept in RESULTS.md;
 * with `--json` the last line is one JSON object. Nothing here gates anything: a missed goal is a figure, not a failure.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ensureDependencies, type Versions } from "./harness/ensure-dependencies.ts";
import { findSections } from "./harness/find-sections.ts";
import { describeMachine } from "./harness/machine.ts";
import { printSection } from "./harness/print-section.ts";
import { runSection, type SectionOutcome } from "./harness/run-section.ts";
import { digestSources } from "./harness/source-state.ts";
import { writeResults } from "./harness/write-results.ts";
import type { PreparedSection } from "./tools/prepared-section.ts";

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
const packages = join(bench, "..", "packages");

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const sections = findSections(join(bench, "sections"));
  const request = readRequest(args, [...sections.keys()]);
  if (typeof request === "string") {
    console.error(
      `${request}\nusage: npm run bench -- [SECTION] [--json] [--rounds N]\nsections: ${[...sections.keys()].join(", ")}`,
    );
    return 2;
  }
  const versions = await ensureDependencies(bench, (text) => console.error(text));
  console.log(`${describeMachine()}, Node ${process.version}\n`);
  const before = digestSources(packages);
  const outcomes: SectionOutcome[] = [];
  const lines: string[] = [];
  const peers = new Set<string>();
  for (const name of request.names) {
    const measured = await measure(name, sections.get(name) ?? "", request.rounds);
    outcomes.push(measured.outcome);
    lines.push(...measured.lines, "");
    for (const peer of measured.peers) peers.add(peer);
    console.log(`${measured.lines.join("\n")}\n`);
  }
  const isSteady = digestSources(packages) === before;
  if (!isSteady) console.error(UNSTEADY);
  if (request.isFull && isSteady) {
    const named = [...peers].sort().map((name) => `${name} ${versions[name] ?? "?"}`);
    writeResults(join(bench, "RESULTS.md"), { date: new Date(), peers: named, lines });
  }
  if (request.json)
    console.log(JSON.stringify({ ...asJson(request, outcomes, versions), steady: isSteady }));
  return 0;
}

async function measure(
  name: string,
  file: string,
  rounds: number,
): Promise<{
  readonly outcome: SectionOutcome;
  readonly lines: readonly string[];
  readonly peers: readonly string[];
}> {
  const { section, prepare } = (await import(pathToFileURL(file).href)) as PreparedSection;
  const onProgress = (text: string): void => console.error(text);
  if (prepare) onProgress(`${name}: preparing`);
  const remove = await prepare?.();
  try {
    const outcome = await runSection({ name, file, section, rounds, onProgress });
    return { outcome, lines: printSection(section, outcome), peers: section.peers };
  } finally {
    await remove?.();
  }
}

function readRequest(args: readonly string[], known: readonly string[]): Request | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
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
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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
