/**
 * Retention. A session goes whole in one statement; payloads that no row names any more go after them. Chains run over headers, so the
 * record of a session that stays verifies as before, also when only its payloads were let go.
 */
import {
  type AgedSession,
  type LetGo,
  type Pruned,
  type PruneReason,
  type Retention,
  SESSIONS_CHAIN,
  tooManySessions,
  tooOldSessions,
} from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { StoreQueue } from "../queue/store-queue.ts";

/** A payload is put before the row that names it: what was put lately is spared. */
const GRACE_MS = 3_600_000;
const ROUNDS = 3;

/** Prunes; rejects with `unavailable` when the database cannot be written, and can then be called again. */
export async function pruneStore(
  { read, write }: StoreQueue,
  retention: Retention,
  letGo: LetGo,
): Promise<Pruned> {
  const { nowMs, maxBytes, maxPayloadAgeMs } = retention;
  const gone: string[] = [];
  let payloads = 0;
  const fromMs = maxPayloadAgeMs === undefined ? Number.MIN_SAFE_INTEGER : nowMs - maxPayloadAgeMs;
  const drop = async (ids: readonly string[], reason: PruneReason): Promise<void> => {
    if (ids.length > 0) await letGo(ids, reason);
    for (const id of ids) await write(DROP_SESSION, [storedText(id)]);
    gone.push(...ids);
    await write(DROP_CALLS, [fromMs]);
    payloads += (await write(SWEEP, [fromMs, nowMs - GRACE_MS])).count;
  };
  const sessions = async (): Promise<readonly AgedSession[]> =>
    (await read(AGES, SESSIONS_CHAIN)).map(({ id, at, changed, rows }) => ({
      id: givenText(id as string),
      atMs: at as number,
      changedMs: (changed as number | null) ?? Number.NEGATIVE_INFINITY,
      rows: rows as number,
    }));
  const size = async (): Promise<number> => (await read(SIZE))[0]?.bytes as number;
  await drop(tooOldSessions(await sessions(), retention), "age");
  for (let round = 0; round < ROUNDS && maxBytes !== undefined; round += 1) {
    const chosen = tooManySessions(await sessions(), await size(), retention);
    if (chosen.length === 0) break;
    await drop(chosen, "size");
  }
  return { sessions: gone, payloads, bytes: await size() };
}

const AGES = `SELECT id, max(at) AS at, max(changed) AS changed, sum(rows)::bigint AS rows FROM (
  SELECT session_id AS id, created_at_ms AS at, NULL::bigint AS changed, 1 AS rows FROM toolplane.sessions
  UNION ALL SELECT session_id, last_at_ms, NULL, next_sequence FROM toolplane.chains WHERE session_id <> $1
  UNION ALL SELECT session_id, max(at_ms), max(at_ms), count(*) FROM toolplane.journal GROUP BY session_id
  UNION ALL SELECT session_id, max(updated_at_ms), NULL, sum(length) FROM toolplane.runs GROUP BY session_id
) AS aged GROUP BY id ORDER BY 2, 1`;

const DROP_SESSION = `, mine AS MATERIALIZED (SELECT c.chain FROM toolplane.chains c, how WHERE c.session_id = $1),
a AS (DELETE FROM toolplane.sessions WHERE session_id = $1),
b AS (DELETE FROM toolplane.approvals WHERE session_id = $1 AND scope = 'session'),
c AS (DELETE FROM toolplane.receipts WHERE session_id = $1),
d AS (DELETE FROM toolplane.slots WHERE session_id = $1),
e AS (DELETE FROM toolplane.sidecars WHERE session_id = $1),
f AS (DELETE FROM toolplane.paused_sessions WHERE conversation_id = $1 AND resolved_at_ms IS NOT NULL),
g AS (DELETE FROM toolplane.run_log WHERE run_id IN (SELECT id FROM toolplane.runs WHERE session_id = $1)),
n AS (DELETE FROM toolplane.fleet_runs WHERE run_id IN (SELECT id FROM toolplane.runs WHERE session_id = $1)),
h AS (DELETE FROM toolplane.runs WHERE session_id = $1),
i AS (DELETE FROM toolplane.chat_parts WHERE session_id = $1),
j AS (DELETE FROM toolplane.journal WHERE session_id = $1),
k AS (DELETE FROM toolplane.calls USING mine WHERE calls.chain = mine.chain),
l AS (DELETE FROM toolplane.call_backlog USING mine WHERE call_backlog.chain = mine.chain),
m AS (DELETE FROM toolplane.events USING mine WHERE events.chain = mine.chain)
DELETE FROM toolplane.chains WHERE session_id = $1`;

const DROP_CALLS = " DELETE FROM toolplane.calls USING how WHERE at_ms < $1::bigint";

/** Named by rows that keep their payloads, by changes, by what sessions hold, and by what those payloads hold: contents can name contents. */
const SWEEP = `, named (digest) AS (
  SELECT digest FROM (
    SELECT payload_digest AS digest FROM toolplane.events WHERE at_ms >= $1::bigint
    UNION SELECT before FROM toolplane.journal WHERE before IS NOT NULL
    UNION SELECT after FROM toolplane.journal WHERE after IS NOT NULL
    UNION SELECT inside.found[1] COLLATE "C" FROM toolplane.slots s,
    LATERAL regexp_matches(s.value, '"digest":"([0-9a-f]{64})"', 'g') AS inside (found)) AS told
  UNION SELECT inside.found[1] COLLATE "C" FROM named JOIN toolplane.payloads p USING (digest),
  LATERAL regexp_matches(encode(p.bytes, 'escape'), '"digest":"([0-9a-f]{64})"', 'g') AS inside (found) WHERE p.names_others)
DELETE FROM toolplane.payloads p USING how
WHERE put_at_ms < $2::bigint AND NOT EXISTS (SELECT 1 FROM named n WHERE n.digest = p.digest)`;

const SIZE = `SELECT (SELECT coalesce(sum(octet_length(bytes)), 0) FROM toolplane.payloads)
+ 300 * (SELECT coalesce(sum(next_sequence), 0) FROM toolplane.chains)
+ 300 * (SELECT count(*) FROM toolplane.journal)
+ (SELECT coalesce(sum(octet_length(entry)), 0) FROM toolplane.run_log) AS bytes`;
