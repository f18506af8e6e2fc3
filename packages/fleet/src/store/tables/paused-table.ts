/** Runs that wait for a person. The answer is on disk before it counts. */
import type { PausedSession, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import { ANSWERED, CHANNEL, MOST_TOLD } from "../hearing/heard-word.ts";
import type { StoredRow } from "../queue/connections.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { storedOrNull } from "./stored-or-null.ts";

/** `worker`: the one whose store this is. What it takes back from a run that it drives itself wakes nobody. */
export function pausedTable({ read, write }: StoreQueue, worker: string): Store["paused"] {
  return {
    async put(row) {
      const { id, conversationId, createdAtMs, answer, resolvedAtMs, ...rest } = row;
      const values = [
        storedText(id),
        storedText(conversationId),
        createdAtMs,
        resolvedAtMs ?? null,
        storedOrNull(answer),
        JSON.stringify(rest),
      ];
      await write(PUT, values, { durable: true });
    },
    async newest(conversationId) {
      const [row] = await read(NEWEST, storedText(conversationId));
      return row ? pausedOf(row) : null;
    },
    open: async ({ limit }) => (await read(OPEN, limit)).map(pausedOf),
    list: async (conversationId, { limit }) =>
      (await read(LIST, storedText(conversationId), limit)).map(pausedOf),
    async get(id) {
      const [row] = await read(GET, storedText(id));
      return row ? pausedOf(row) : null;
    },
    async resolve(id, answer, atMs) {
      const values = [storedText(answer), atMs, storedText(id), worker];
      return (await write(RESOLVE, values, { durable: true })).count === 1;
    },
  };
}

const PUT = ` INSERT INTO toolplane.paused_sessions (id, conversation_id, created_at_ms, resolved_at_ms, answer, paused)
SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::text, $6::text FROM how
ON CONFLICT (id) DO UPDATE SET conversation_id = excluded.conversation_id, created_at_ms = excluded.created_at_ms,
resolved_at_ms = excluded.resolved_at_ms, answer = excluded.answer, paused = excluded.paused`;
const NEWEST = `SELECT * FROM toolplane.paused_sessions WHERE conversation_id = $1 AND resolved_at_ms IS NULL
ORDER BY created_at_ms DESC, id DESC LIMIT 1`;
const OPEN =
  "SELECT * FROM toolplane.paused_sessions WHERE resolved_at_ms IS NULL ORDER BY created_at_ms, id LIMIT $1";
const LIST = `SELECT * FROM toolplane.paused_sessions WHERE conversation_id = $1
ORDER BY created_at_ms DESC, id DESC LIMIT $2`;
const GET = "SELECT * FROM toolplane.paused_sessions WHERE id = $1";
/**
 * Tells those who wait with the commit; what is too long to be told is found by looking. A run of the fleet that waits for it is
 * wanted again in the same transaction: the one above the run that asked.
 */
const RESOLVE = `, told AS (
  UPDATE toolplane.paused_sessions SET answer = $1, resolved_at_ms = $2 FROM how
  WHERE id = $3 AND resolved_at_ms IS NULL RETURNING id, conversation_id),
above (id, parent_id, owner, depth) AS (
  SELECT r.id, r.parent_id, r.owner, 0 FROM told JOIN toolplane.runs r ON r.session_id = told.conversation_id
  UNION ALL SELECT r.id, r.parent_id, r.owner, a.depth + 1 FROM above a JOIN toolplane.runs r ON r.id = a.parent_id WHERE a.depth < 20),
woken AS (UPDATE toolplane.fleet_runs f SET wanted = f.given + 1, not_before = NULL, faults = 0, fault = NULL
  FROM above a WHERE f.run_id = a.id AND NOT f.cancelled AND coalesce(strpos(a.owner, $4), 0) = 0)
SELECT CASE WHEN octet_length(id) <= ${MOST_TOLD} THEN pg_notify('${CHANNEL}', '${ANSWERED}' || id) END FROM told`;

function pausedOf(row: StoredRow): PausedSession {
  const rest = JSON.parse(row.paused as string) as Pick<
    PausedSession,
    "question" | "options" | "state"
  >;
  return {
    ...rest,
    id: givenText(row.id as string),
    conversationId: givenText(row.conversation_id as string),
    createdAtMs: row.created_at_ms as number,
    ...(row.answer === null ? {} : { answer: givenText(row.answer as string) }),
    ...(row.resolved_at_ms === null ? {} : { resolvedAtMs: row.resolved_at_ms as number }),
  };
}
