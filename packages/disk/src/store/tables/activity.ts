/** Sessions that moved lately, read from the ends of their chains alone. */
import { SESSIONS_CHAIN, type SessionActivity } from "@toolplane/contract/ports";
import { givenText } from "@toolplane/readings";
import type { StoreQueue } from "../queue/store-queue.ts";

/** Sessions that were written to at this moment or later, the latest first. */
export async function readActivity(
  { read }: StoreQueue,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): Promise<readonly SessionActivity[]> {
  const rows = await read(({ sql }) => sql.all(ACTIVITY, sinceMs, SESSIONS_CHAIN, limit));
  return rows.map((row) => ({
    sessionId: givenText(row.session_id as string),
    rows: row.next_sequence as number,
    lastAtMs: row.last_at_ms as number,
  }));
}

const ACTIVITY =
  "SELECT session_id, next_sequence, last_at_ms FROM chains WHERE last_at_ms >= ? AND session_id <> ? ORDER BY last_at_ms DESC LIMIT ?";
