/**
 * Races the file door against a process that swaps names between an inside and an outside target. The same racer runs
 * against code that resolves a path, judges it and then opens it by name, and against a search that believes its program:
 * when those do not leak, the race was not exercised and the figures mean nothing.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { isToolError } from "@toolplane/contract";
import { rgPath } from "@vscode/ripgrep";
import { digestOf, type Field, INSIDE, openField, SECRET } from "./open-field.ts";
import { startFlipping } from "./start-flipping.ts";

/** The outcome of one operation. */
interface RaceRow {
  readonly operation: string;
  readonly runs: number;
  readonly done: number;
  readonly refused: number;
  readonly gaveUp: number;
  readonly leaks: number;
}

export interface RaceReport {
  readonly rows: readonly RaceRow[];
  readonly naive: readonly RaceRow[];
  readonly swaps: number;
}

const run = promisify(execFile);
/** A search is a process and looks through many files, so fewer of them see as many swaps. */
const SEARCHES_PER_RUN = 1 / 20;
/** A busy machine swaps seldom: code that goes by names gets this many times the runs to leak once. */
const PATIENCE = 20;

/** Runs each operation `runs` times, the door's and the naive one's. */
export async function runRace(runs: number): Promise<RaceReport> {
  const field = openField();
  const rows: RaceRow[] = [];
  const naive: RaceRow[] = [];
  let swaps = 0;
  const heat = async (job: Heat) => {
    const flipping = await startFlipping(job.swaps);
    try {
      for (const [operation, work] of Object.entries(job.door))
        rows.push(await race(field, { operation, runs: job.runs, work }));
      for (const [operation, work] of Object.entries(job.naive))
        naive.push(await race(field, { operation, runs: job.runs, work, patience: PATIENCE }));
    } finally {
      swaps += await flipping.stop();
    }
  };
  try {
    const door = doorOperations(field);
    const byName = naiveOperations(field);
    await heat({ swaps: field.links, runs, door: door.files, naive: byName.files });
    const searches = Math.ceil(runs * SEARCHES_PER_RUN);
    await heat({ swaps: field.directories, runs: searches, door: door.trees, naive: byName.trees });
    return { rows, naive, swaps };
  } finally {
    rmSync(field.base, { recursive: true, force: true });
  }
}

/** Gives the text it read, if it reads. */
type Operation = (path: string) => Promise<string | undefined>;
type Operations = Readonly<Record<string, Operation>>;

interface Heat {
  readonly swaps: Parameters<typeof startFlipping>[0];
  readonly runs: number;
  readonly door: Operations;
  readonly naive: Operations;
}

function doorOperations({ door, tree }: Field): { readonly files: Operations; trees: Operations } {
  const read = async (path: string) => Buffer.from((await door.read(path)).bytes);
  return {
    files: {
      read: async (path) => (await read(path)).toString(),
      async write(path) {
        await door.write(path, INSIDE);
        return undefined;
      },
      async edit(path) {
        const before = await read(path);
        await door.write(path, INSIDE, { expect: digestOf(before) });
        return before.toString();
      },
    },
    trees: {
      async search() {
        const pattern = "inside|secret";
        const lines = await door.search({ pattern, path: tree });
        const counts = await door.search({ pattern: "secret", path: tree, mode: "count" });
        return [...lines.hits.map(({ text }) => text), ...counts.counts.map(() => SECRET)].join(
          "\n",
        );
      },
    },
  };
}

/** The usual way: resolve, judge, then open by name; or search and believe what is printed. */
function naiveOperations(field: Field): { readonly files: Operations; trees: Operations } {
  const { workspace, tree } = field;
  const judged = (path: string) => {
    const name = join(workspace, path);
    if (!realpathSync(name).startsWith(`${workspace}/`)) throw new RangeError("outside");
    return name;
  };
  return {
    files: {
      read: async (path) => readFileSync(judged(path), "utf8"),
      async write(path) {
        writeFileSync(judged(path), INSIDE);
        return undefined;
      },
    },
    trees: {
      search: async () => (await run(rgPath, ["--no-messages", "secret|inside", tree])).stdout,
    },
  };
}

async function race(
  field: Field,
  job: {
    readonly operation: string;
    readonly runs: number;
    readonly work: Operation;
    readonly patience?: number;
  },
): Promise<RaceRow> {
  const { operation, runs, work, patience = 1 } = job;
  const row = { operation, runs: 0, done: 0, refused: 0, gaveUp: 0, leaks: 0 };
  for (let at = 0; at < runs || (at < runs * patience && row.leaks === 0); at += 1) {
    row.runs += 1;
    const path = field.paths[at % field.paths.length] ?? "";
    const outcome = await attempt(() => work(path), patience === 1 ? DOOR_REFUSALS : null);
    row[outcome.kind] += 1;
    if (outcome.text?.includes(SECRET) || touched(field)) row.leaks += 1;
  }
  return row;
}

interface Outcome {
  readonly kind: "done" | "refused" | "gaveUp";
  readonly text?: string | undefined;
}

/** The refusals that a door may answer here; anything else is a fault of the door, not of the race. */
const DOOR_REFUSALS: ReadonlySet<string> = new Set(["permission_denied", "conflict", "not_found"]);

async function attempt(
  work: () => Promise<string | undefined>,
  refusals: ReadonlySet<string> | null,
): Promise<Outcome> {
  try {
    return { kind: "done", text: await work() };
  } catch (error) {
    const known = isToolError(error) ? error.code : "";
    if (refusals !== null && !refusals.has(known)) throw error;
    // Text that a program printed before it failed was still printed.
    const text = (error as { readonly stdout?: string }).stdout;
    return { kind: known === "conflict" || known === "not_found" ? "gaveUp" : "refused", text };
  }
}

/** True when anything outside changed; it is put right again. */
function touched({ outside }: Field): boolean {
  const target = join(outside, "target");
  if (readdirSync(outside).length === 1 && readFileSync(target, "utf8") === SECRET) return false;
  for (const name of readdirSync(outside)) rmSync(join(outside, name));
  writeFileSync(target, SECRET);
  return true;
}
