/** Chooses the sessions for retention: one answer for every store that keeps tables. */
import type { Retention } from "./retention.ts";

/** A session that was touched this recently is never taken for its size. */
const ACTIVE_MS = 3_600_000;
/** Nor is one that changed files this recently: that could not be undone then. */
const CHANGED_MS = 24 * ACTIVE_MS;

/** A session by its last touch. */
export interface AgedSession {
  readonly id: string;
  readonly atMs: number;
  /** When it last changed a file; minus infinity where it never did. */
  readonly changedMs: number;
  readonly rows: number;
}

/** Those that were not touched for longer than they are kept. */
export function tooOldSessions(
  sessions: readonly AgedSession[],
  { nowMs, maxAgeMs, keep = [] }: Retention,
): readonly string[] {
  if (maxAgeMs === undefined) return [];
  return sessions
    .filter(({ id, atMs }) => atMs < nowMs - maxAgeMs && !keep.includes(id))
    .map(({ id }) => id);
}

/**
 * The oldest, given oldest first, that together have the share of all rows that is too much: what a session takes on disk is not
 * worth counting exactly.
 */
export function tooManySessions(
  sessions: readonly AgedSession[],
  bytes: number,
  { nowMs, maxBytes, keep = [] }: Retention,
): readonly string[] {
  if (maxBytes === undefined || bytes <= maxBytes) return [];
  const idle = sessions.filter(
    ({ id, atMs, changedMs }) =>
      atMs < nowMs - ACTIVE_MS && changedMs < nowMs - CHANGED_MS && !keep.includes(id),
  );
  const total = idle.reduce((sum, { rows }) => sum + rows, 0);
  const share = (bytes - maxBytes) / bytes;
  const chosen: string[] = [];
  let rows = 0;
  for (const session of idle) {
    if (rows >= total * share) break;
    rows += session.rows;
    chosen.push(session.id);
  }
  return chosen;
}
