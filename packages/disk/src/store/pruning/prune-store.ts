/**
 * Retention: sessions that were not touched for long, or the oldest while the file is too large, go whole; payloads that no row
 * names any more go after them, and the space is given back to the disk. Chains run over headers, so the record of a session
 * that stays verifies as before, also when only its payloads were let go.
 *
 * Everything is done in small transactions between which others have their turn. The first of a session takes its manifest,
 * its approvals and its chain at once: from then on nothing of it can be read, and what a crash leaves is found next time.
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
import type { Statements } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { dropCalls } from "./drop-calls.ts";
import { sweepPayloads } from "./sweep-payloads.ts";

/** Rows of one transaction. */
const SLICE = 500;
const ROUNDS = 3;

/** Prunes; rejects with `unavailable` when the file cannot be written, and can then be called again. */
export async function pruneStore(
  queue: StoreQueue,
  retention: Retention,
  letGo: LetGo,
): Promise<Pruned> {
  const { nowMs: wallMs, maxBytes, maxPayloadAgeMs } = retention;
  const gone: string[] = [];
  let payloads = 0;
  const drop = async (ids: readonly string[], reason: PruneReason): Promise<void> => {
    if (ids.length > 0) await letGo(ids, reason);
    for (const id of ids) await dropSession(queue, id);
    await dropOrphans(queue);
    const payloadsFromMs = maxPayloadAgeMs === undefined ? null : wallMs - maxPayloadAgeMs;
    await dropCalls(queue, payloadsFromMs ?? Number.MIN_SAFE_INTEGER);
    gone.push(...ids);
    payloads += await sweepPayloads(queue, { wallMs, payloadsFromMs });
    await giveBack(queue);
  };
  const sessions = (): Promise<readonly AgedSession[]> => queue.read(({ sql }) => agesOf(sql));
  await drop(tooOldSessions(await sessions(), retention), "age");
  for (let round = 0; round < ROUNDS && maxBytes !== undefined; round += 1) {
    const bytes = await queue.read(({ sql }) => bytesOf(sql));
    const chosen = tooManySessions(await sessions(), bytes, retention);
    if (chosen.length === 0) break;
    await drop(chosen, "size");
  }
  return { sessions: gone, payloads, bytes: await queue.read(({ sql }) => bytesOf(sql)) };
}

/** Every session by its last touch, oldest first. */
function agesOf(sql: Statements): readonly AgedSession[] {
  return sql.all(AGES, SESSIONS_CHAIN).map(({ id, at, changed, rows }) => ({
    id: givenText(id as string),
    atMs: at as number,
    changedMs: (changed as number | null) ?? Number.NEGATIVE_INFINITY,
    rows: rows as number,
  }));
}

const AGES = `SELECT id, max(at) AS at, max(changed) AS changed, sum(rows) AS rows FROM (
  SELECT session_id AS id, created_at_ms AS at, NULL AS changed, 1 AS rows FROM sessions
  UNION ALL SELECT session_id, last_at_ms, NULL, next_sequence FROM chains WHERE session_id <> ?
  UNION ALL SELECT session_id, max(at_ms), max(at_ms), count(*) FROM journal GROUP BY session_id
  UNION ALL SELECT session_id, max(updated_at_ms), NULL, sum(length) FROM runs GROUP BY session_id
) GROUP BY id ORDER BY at, id`;

async function dropSession(queue: StoreQueue, sessionId: string): Promise<void> {
  const id = storedText(sessionId);
  await queue.write(({ sql }) => {
    for (const text of DROP_SESSION) sql.run(text, id);
  });
  for (const text of DROP_SLICES) {
    while ((await queue.write(({ sql }) => sql.run(text, id, SLICE), { rows: SLICE })) === SLICE);
  }
}

const DROP_SESSION = [
  "DELETE FROM sessions WHERE session_id = ?",
  "DELETE FROM call_backlog WHERE chain IN (SELECT chain FROM chains WHERE session_id = ?)",
  "DELETE FROM chains WHERE session_id = ?",
  "DELETE FROM approvals WHERE session_id = ? AND scope = 'session'",
  "DELETE FROM receipts WHERE session_id = ?",
  "DELETE FROM slots WHERE session_id = ?",
  "DELETE FROM sidecars WHERE session_id = ?",
  "DELETE FROM paused_sessions WHERE conversation_id = ? AND resolved_at_ms IS NOT NULL",
] as const;

const DROP_SLICES = [
  `DELETE FROM run_log WHERE (run_id, place) IN (SELECT run_id, place FROM run_log
WHERE run_id IN (SELECT id FROM runs WHERE session_id = ?) LIMIT ?)`,
  "DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE session_id = ? LIMIT ?)",
  "DELETE FROM chat_parts WHERE row IN (SELECT row FROM chat_parts WHERE session_id = ? LIMIT ?)",
  "DELETE FROM journal WHERE row IN (SELECT row FROM journal WHERE session_id = ? LIMIT ?)",
] as const;

/** Rows without a chain: numbers of chains are never used again, so they belong to no session. */
async function dropOrphans(queue: StoreQueue): Promise<void> {
  const numbers = await queue.read(({ sql }) =>
    sql.all(ORPHANS).map(({ chain }) => chain as number),
  );
  for (const chain of numbers) {
    const slice = () =>
      queue.write(({ sql }) => sql.run(DROP_EVENTS, chain, chain, SLICE), { rows: SLICE });
    while ((await slice()) === SLICE);
  }
}

// Steps from one chain to the next through the key, not over every row.
const ORPHANS = `WITH RECURSIVE numbers (chain) AS (
  SELECT min(chain) FROM events
  UNION ALL SELECT (SELECT min(chain) FROM events WHERE chain > numbers.chain) FROM numbers WHERE chain IS NOT NULL
) SELECT chain FROM numbers WHERE chain IS NOT NULL AND chain NOT IN (SELECT chain FROM chains)`;
const DROP_EVENTS = `DELETE FROM events WHERE chain = ? AND sequence IN
(SELECT sequence FROM events WHERE chain = ? ORDER BY sequence LIMIT ?)`;

function bytesOf(sql: Statements): number {
  const number = (name: string): number => Number(sql.get(`PRAGMA ${name}`)?.[name] ?? 0);
  return (number("page_count") - number("freelist_count")) * number("page_size");
}

async function giveBack(queue: StoreQueue): Promise<void> {
  const free = () =>
    queue.read(({ sql }) => Number(sql.get("PRAGMA freelist_count")?.freelist_count));
  for (let left = await free(); left > 0; left -= SLICE)
    await queue.write(({ sql }) => void sql.all(`PRAGMA incremental_vacuum(${SLICE})`), {
      rows: SLICE,
    });
}
