/** What moved lately, and how much: read from the heads of rows alone, for whoever watches many sessions. */
import type { StoreQueue } from "./store-queue.ts";
import { givenText } from "./stored-text.ts";

/** How far the record of a session has come. */
export interface SessionActivity {
  readonly sessionId: string;
  readonly rows: number;
  readonly lastAtMs: number;
}

/** Rows of one type on one day; days are counted from the epoch, in UTC. */
export interface EventCount {
  readonly day: number;
  readonly type: string;
  readonly count: number;
}

/** Sessions that were written to at this moment or later, the latest first. */
export async function readActivity(
  { read }: StoreQueue,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): Promise<readonly SessionActivity[]> {
  const rows = await read(({ sql }) => sql.all(ACTIVITY, sinceMs, limit));
  return rows.map((row) => ({
    sessionId: givenText(row.session_id as string),
    rows: row.next_sequence as number,
    lastAtMs: row.last_at_ms as number,
  }));
}

/** Counts since a moment. */
export async function countEvents(
  { read }: StoreQueue,
  sinceMs: number,
): Promise<readonly EventCount[]> {
  const rows = await read(({ sql }) => sql.all(COUNT, sinceMs, sinceMs));
  return rows.map((row) => ({
    day: row.day as number,
    type: givenText(row.type as string),
    count: row.count as number,
  }));
}

const ACTIVITY =
  "SELECT session_id, next_sequence, last_at_ms FROM chains WHERE last_at_ms >= ? ORDER BY last_at_ms DESC LIMIT ?";
const COUNT = `SELECT at_ms / 86400000 AS day, type, COUNT(*) AS count FROM chains JOIN events USING (chain)
WHERE last_at_ms >= ? AND at_ms >= ? GROUP BY day, type ORDER BY day, type`;
