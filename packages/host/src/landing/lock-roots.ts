/**
 * One landing at a time in a root, whichever process lands. The lock is one that the system takes from a dead process by itself:
 * that of a database file that holds nothing. It is never held while a person is asked.
 */
import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { type Clock, ToolError } from "@toolplane/contract";
import { loadSqlite } from "../ground/load-sqlite.ts";
import { toText } from "../paths/byte-path.ts";
import { makeFolder } from "./byte-fs.ts";

export interface RootLock {
  /** Folder of the lock files. */
  readonly folder: string;
  readonly clock: Clock;
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
}

const WAIT_MS = 5;

/** Runs the work while the roots are locked; throws `unavailable` when others hold one too long. */
export async function lockRoots<T>(
  roots: readonly string[],
  lock: RootLock,
  work: () => Promise<T>,
): Promise<T> {
  makeFolder(lock.folder);
  const held: DatabaseSync[] = [];
  const untilMs = lock.clock.nowMs() + lock.maxWaitMs;
  try {
    // Always in the same order, so that two never wait for each other.
    for (const root of roots.toSorted()) held.push(await holdOne(root, lock, untilMs));
    return await work();
  } finally {
    for (const database of held.reverse()) database.close();
  }
}

async function holdOne(root: string, lock: RootLock, untilMs: number): Promise<DatabaseSync> {
  const name = createHash("sha256").update(root, "latin1").digest("hex").slice(0, 32);
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(toText(`${lock.folder}/${name}`));
  for (;;) {
    try {
      database.exec("BEGIN EXCLUSIVE");
      return database;
    } catch (error) {
      const isBusy = error instanceof Error && /locked|busy/.test(error.message);
      if (isBusy && lock.clock.nowMs() < untilMs && lock.signal?.aborted !== true) {
        await new Promise<void>((resolve) => lock.clock.setTimer(WAIT_MS, resolve));
        continue;
      }
      database.close();
      if (!isBusy) throw error;
      throw new ToolError("unavailable", "Another landing holds this folder: try again", {
        cause: error,
      });
    }
  }
}
