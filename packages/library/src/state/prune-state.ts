/**
 * Retention: sessions that are too old, or the oldest while the store is too large, are let go of. This happens at most once a
 * day for all processes together, and never in the way: the end of a command waits a moment at the most, and what was begun goes
 * on the next time. A session goes whole, with its rows, its outputs and what `undo` would need. Nothing of one that stays is
 * touched, so whatever is listed can be shown, verified, replayed and undone.
 */
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, type Pruned, withinDeadline } from "@toolplane/contract/ports";
import { keepAlive } from "@toolplane/disk/ground";
import { pruneRecord } from "@toolplane/kernel/record";
import { errorCode } from "@toolplane/readings";
import type { State } from "./open-state.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MEGABYTE = 1_048_576;
const STAMP_FILE = "pruned";

/** Limits of what is kept; 0: everything. */
export interface KeepSettings {
  readonly keepDays: number;
  readonly keepMegabytes: number;
}

/** The clock, and the time it may take. */
export interface PruneOptions {
  readonly clock: Clock;
  /** Without it, as long as it takes: for processes that live long. */
  readonly budgetMs?: number;
}

/** Prunes when a day has passed. Null when it was not due, could not be done, or did not come to its end in time. Never rejects. */
export async function pruneState(
  state: Pick<State, "store" | "key" | "userData">,
  { keepDays, keepMegabytes }: KeepSettings,
  options: PruneOptions,
): Promise<Pruned | null> {
  if (keepDays <= 0 && keepMegabytes <= 0) return null;
  const nowMs = options.clock.wallMs();
  const stamp = join(state.userData, STAMP_FILE);
  if (!isDue(stamp, nowMs)) return null;
  try {
    // Before it begins: others that come meanwhile leave it to us.
    writeFileSync(stamp, "", { mode: 0o600 });
    utimesSync(stamp, nowMs / 1000, nowMs / 1000);
    const pruned = pruneRecord(state, {
      nowMs,
      ...(keepDays > 0 ? { maxAgeMs: keepDays * DAY_MS } : {}),
      ...(keepMegabytes > 0 ? { maxBytes: keepMegabytes * MEGABYTE } : {}),
    });
    const done = await within(pruned, options);
    // Another hour, another piece.
    if (done === null) utimesSync(stamp, nowMs / 1000, (nowMs - DAY_MS + HOUR_MS) / 1000);
    return done;
  } catch {
    return null;
  }
}

function isDue(stamp: string, nowMs: number): boolean {
  try {
    const { mtimeMs } = statSync(stamp);
    // One that lies ahead comes from a clock that was wrong.
    return nowMs - mtimeMs >= DAY_MS || mtimeMs - nowMs > DAY_MS;
  } catch (error) {
    return errorCode(error) === "ENOENT";
  }
}

async function within(
  work: Promise<Pruned>,
  { clock, budgetMs }: PruneOptions,
): Promise<Pruned | null> {
  if (budgetMs === undefined) return work;
  // No timer of a clock keeps a process alive, and a caller waits for this one.
  const letGo = keepAlive();
  // Past its time the work goes on until the store is closed, and then ends by itself.
  const waited = await withinDeadline(() => work, { clock, timeoutMs: budgetMs });
  letGo();
  if (waited.ended === "failed") throw waited.error;
  return waited.ended === "done" ? waited.value : null;
}
