/**
 * A copy of what an older version left, put back where that version wrote it. One test at a time on a machine, whichever
 * checkout it runs from: the place is fixed, so a lock that dies with its process is held meanwhile.
 */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { type CliWorld, openCliWorldAt } from "@toolplane/cli/fixtures";
import { onTestFinished } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { KEPT_ROOT } from "./kept-root.ts";

/** Ids of what the versions left. */
export const KEPT = {
  /** Made by the command line: read, edit, a command with changes, a refusal, a failure, a mask, a cut result, a todo. */
  files: "ses_0mwhubidc0000eb422839b973",
  /** Made by the library: an answer for the session, for the project, once, and no; then a result that was cut. */
  answers: "ses_answers",
  /** Its process was killed while its second call ran. */
  killed: "ses_killed",
} as const;

/** Everything that a version left. */
export interface KeptState extends CliWorld {
  /** Changes the store behind our back. */
  tamper(statement: string): void;
}

/** Puts a copy back; it goes when the test ends. */
export async function openKeptState(version: string): Promise<KeptState> {
  const unlock = await lock();
  onTestFinished(() => {
    rmSync(KEPT_ROOT, { recursive: true, force: true });
    unlock();
  });
  rmSync(KEPT_ROOT, { recursive: true, force: true });
  mkdirSync(KEPT_ROOT, { mode: 0o700 });
  const from = join(import.meta.dirname, "fixtures", version);
  for (const part of ["project", "config", "data"])
    cpSync(join(from, part), join(KEPT_ROOT, part), { recursive: true });
  // A checkout knows no private files.
  const data = join(KEPT_ROOT, "data");
  for (const folder of [data, join(data, "trust")]) chmodSync(folder, 0o700);
  for (const name of readdirSync(join(data, "trust"))) chmodSync(join(data, "trust", name), 0o600);
  chmodSync(join(data, "record.key"), 0o600);
  const packed = join(data, "record.sqlite.gz");
  const store = join(data, "record.sqlite");
  writeFileSync(store, gunzipSync(readFileSync(packed)), { mode: 0o600 });
  rmSync(packed);
  return {
    // However old it has become, it is opened, and not let go of.
    ...openCliWorldAt(KEPT_ROOT, {}, { TOOLPLANE_KEEP_DAYS: "0", TOOLPLANE_KEEP_MEGABYTES: "0" }),
    tamper(statement) {
      const database = new DatabaseSync(store);
      database.exec(statement);
      database.close();
    },
  };
}

async function lock(): Promise<() => void> {
  const database = new DatabaseSync(`${KEPT_ROOT}.lock`);
  for (const until = Date.now() + WAITING_MS; ; await pause(20)) {
    try {
      database.exec("BEGIN EXCLUSIVE");
      return () => database.close();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
