/**
 * Races the file door against a process that re-points links between an inside and an outside target. The same racer runs
 * against code that resolves a path, judges it and then opens it by name: when that does not leak, the race was not
 * exercised and the figures mean nothing.
 */

import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FsDoor, type Gate, isToolError } from "@toolplane/contract";
import { createFiles } from "../../packages/host/src/files/create-files.ts";
import { createPathReader } from "../../packages/host/src/paths/create-path-reader.ts";
import type { Places } from "../../packages/host/src/paths/places.ts";
import { startFlipping } from "./start-flipping.ts";

/** What happened to one operation. */
export interface RaceRow {
  readonly operation: string;
  readonly runs: number;
  readonly done: number;
  readonly refused: number;
  readonly gaveUp: number;
  readonly leaks: number;
}

/** A whole race. */
export interface RaceReport {
  readonly rows: readonly RaceRow[];
  readonly naive: readonly RaceRow[];
  readonly swaps: number;
}

const SECRET = "outside and secret";
const INSIDE = "inside";

/** Runs each operation `runs` times, the door's and the naive one's. */
export async function runRace(runs: number): Promise<RaceReport> {
  const field = openField();
  const flipping = await startFlipping(field.links);
  try {
    const rows: RaceRow[] = [];
    const naive: RaceRow[] = [];
    for (const [operation, work] of Object.entries(doorOperations(field)))
      rows.push(await race(field, { operation, runs, work }));
    for (const [operation, work] of Object.entries(naiveOperations(field)))
      naive.push(await race(field, { operation, runs, work }));
    return { rows, naive, swaps: await flipping.stop() };
  } finally {
    await flipping.stop();
    rmSync(field.base, { recursive: true, force: true });
  }
}

interface Field {
  readonly base: string;
  readonly workspace: string;
  readonly outside: string;
  /** Paths whose last name, or a directory on the way, is the link. */
  readonly paths: readonly string[];
  readonly links: readonly { link: string; targets: readonly [string, string] }[];
  readonly door: FsDoor;
}

function openField(): Field {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "race-")));
  const [workspace, outside] = [join(base, "ws"), join(base, "outside")];
  for (const directory of [workspace, join(workspace, "in"), outside]) mkdirSync(directory);
  writeFileSync(join(workspace, "in/target"), INSIDE);
  writeFileSync(join(outside, "target"), SECRET);
  const links = [
    {
      link: join(workspace, "file"),
      targets: [join(workspace, "in/target"), join(outside, "target")],
    },
    { link: join(workspace, "dir"), targets: [join(workspace, "in"), outside] },
  ] as const;
  for (const { link, targets } of links) symlinkSync(targets[0], link);
  const door = openDoor({ base, workspace });
  return { base, workspace, outside, links, door, paths: ["file", "dir/target"] };
}

function openDoor({
  base,
  workspace,
}: {
  readonly base: string;
  readonly workspace: string;
}): FsDoor {
  const places: Places = {
    ...{ roots: [workspace], adHoc: () => [], userData: join(base, "data"), aliases: [] },
    ...{ scratch: join(base, "scratch"), home: base, tmpIsScratch: false },
  };
  const check: Gate["check"] = (access) =>
    "real" in access &&
    access.path.startsWith(`${workspace}/`) &&
    access.real.startsWith(`${workspace}/`)
      ? { allowed: true, predicted: true }
      : { allowed: false, code: "permission_denied", reason: "outside", askable: false };
  const open = createFiles({
    ...{ places, path: createPathReader(places) },
    journal: {
      keep: async (bytes) => digest(bytes),
      append: async (changes) => changes.map(() => "x"),
    },
    clock: { nowMs: () => 0, wallMs: () => 0, setTimer: () => () => {} },
    ids: { next: (prefix) => prefix, nonce: () => "race", random: () => 0 },
  });
  return open({
    gate: { check, ask: async (access) => check(access) },
    redactor: {
      text: (text) => text,
      stream: () => ({ push: (text) => text, end: () => "" }),
      value: (value) => value,
    },
    signal: new AbortController().signal,
    ...{ sessionId: "race", callId: "race" },
  });
}

type Operation = (path: string) => Promise<string | undefined>;

/** Each gives the text it read, if it reads. */
function doorOperations({ door }: Field): Readonly<Record<string, Operation>> {
  const read = async (path: string) => Buffer.from((await door.read(path)).bytes);
  return {
    read: async (path) => (await read(path)).toString(),
    async write(path) {
      await door.write(path, INSIDE);
      return undefined;
    },
    async edit(path) {
      const before = await read(path);
      await door.write(path, INSIDE, { expect: digest(before) });
      return before.toString();
    },
  };
}

/** The usual way: resolve, judge, then open by name. */
function naiveOperations({ workspace }: Field): Readonly<Record<string, Operation>> {
  const judged = (path: string) => {
    const name = join(workspace, path);
    if (!realpathSync(name).startsWith(`${workspace}/`)) throw new RangeError("outside");
    return name;
  };
  return {
    read: async (path) => readFileSync(judged(path), "utf8"),
    async write(path) {
      writeFileSync(judged(path), INSIDE);
      return undefined;
    },
  };
}

async function race(
  field: Field,
  job: { readonly operation: string; readonly runs: number; readonly work: Operation },
): Promise<RaceRow> {
  const row = {
    operation: job.operation,
    runs: job.runs,
    done: 0,
    refused: 0,
    gaveUp: 0,
    leaks: 0,
  };
  for (let run = 0; run < job.runs; run += 1) {
    const outcome = await attempt(() => job.work(field.paths[run % field.paths.length] ?? ""));
    if (outcome.kind === "done") row.done += 1;
    if (outcome.kind === "refused") row.refused += 1;
    if (outcome.kind === "gave up") row.gaveUp += 1;
    if (outcome.text === SECRET || touched(field)) row.leaks += 1;
  }
  return row;
}

interface Outcome {
  readonly kind: "done" | "refused" | "gave up";
  readonly text?: string | undefined;
}

async function attempt(work: () => Promise<string | undefined>): Promise<Outcome> {
  try {
    return { kind: "done", text: await work() };
  } catch (error) {
    const known = isToolError(error) ? error.code : "";
    if (known === "internal") throw error;
    return { kind: known === "conflict" || known === "not_found" ? "gave up" : "refused" };
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

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
