/**
 * One at a time, of all processes of a machine: a file that SQLite holds locked. The system takes the lock from a dead process by itself,
 * so nothing has to be found out about who left it.
 */
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { ToolError } from "@toolplane/contract";
import { loadSqlite } from "@toolplane/disk/ground";

interface LockOptions {
  readonly signal: AbortSignal;
  /** Called once where somebody else has it. */
  readonly onWait?: () => void;
}

const PAUSE_MS = 200;
const BUSY = new Set([5, 6]);

/** Rejects with the signal's reason where that fires first, and with `unavailable` where the disk knows no locks. */
export async function withMachineLock<T>(
  file: string,
  { signal, onWait }: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  let held = tryLock(file);
  if (held === null) onWait?.();
  while (held === null) {
    await wait(PAUSE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    held = tryLock(file);
  }
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    held.close();
  }
}

/** Null: it is held. The file stays when it is let go of: taking it away could take it from the next one. */
function tryLock(file: string): { close(): void } | null {
  let database: DatabaseSync | null = null;
  try {
    database = new (loadSqlite().DatabaseSync)(file);
    // Nothing is ever written, so nothing has to be written down first.
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    if (BUSY.has((error as { errcode?: number }).errcode ?? 0)) return null;
    throw new ToolError("unavailable", `${file} cannot be locked.`, { cause: error });
  }
}
