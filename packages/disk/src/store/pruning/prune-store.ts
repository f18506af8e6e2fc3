/**
 * Retention: sessions that were not touched for long, or the oldest while the file is too large, go whole; payloads that no row
 * names any more go after them, and the space is given back to the disk. Chains run over headers, so the record of a session
 * that stays verifies as before, also when only its payloads were let go.
 *
 * Everything is done in small transactions between which others have their turn. The first of a session takes its manifest,
 * its approvals and its chain at once: from then on nothing of it can be read, and what a crash leaves is found next time.
 */
import {
  type LetGo,
  type Pruned,
  type PruneReason,
  type Retention,
  SESSIONS_CHAIN,
} from "@toolplane/contract/ports";
import type { Statements } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { givenText, storedText } from "../tables/stored-text.ts";
import { dropCalls } from "./drop-calls.ts";
import { sweepPayloads } from "./sweep-payloads.ts";

/** Rows of one transaction. */
const SLICE = 500;
/** A session that was touched this recently is never taken for its size. */
const ACTIVE_MS = 3_600_000;
/** Nor is one that changed files this recently: that could not be undone then. */
const CHANGED_MS = 24 * ACTIVE_MS;
const ROUNDS = 3;

/** Prunes; rejects with `unavailable` when the file cannot be written, and can then be called again. */
export async function pruneStore(
  queue: StoreQueue,
  retention: Retention,
  letGo: LetGo,
): Promise<Pruned> {
  const { nowMs: wallMs, maxAgeMs, maxBytes, maxPayloadAgeMs } = retention;
  const keep = new Set(retention.keep);
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
  const old = async (): Promise<readonly Aged[]> =>
    (await queue.read(({ sql }) => agesOf(sql))).filter(({ id }) => !keep.has(id));
  const fromMs = maxAgeMs === undefined ? Number.NEGATIVE_INFINITY : wallMs - maxAgeMs;
  await drop(
    (await old()).filter(({ atMs }) => atMs < fromMs).map(({ id }) => id),
    "age",
  );
  for (let round = 0; round < ROUNDS && maxBytes !== undefined; round += 1) {
    const bytes = await queue.read(({ sql }) => bytesOf(sql));
    if (bytes <= maxBytes) break;
    const idle = (await old()).filter(
      ({ atMs, changedMs }) => atMs < wallMs - ACTIVE_MS && changedMs < wallMs - CHANGED_MS,
    );
    const chosen = oldestShare(idle, (bytes - maxBytes) / bytes);
    if (chosen.length === 0) break;
    await drop(chosen, "size");
  }
  return { sessions: gone, payloads, bytes: await queue.read(({ sql }) => bytesOf(sql)) };
}

interface Aged {
  readonly id: string;
  readonly atMs: number;
  /** When it last changed a file; minus infinity where it never did. */
  readonly changedMs: number;
  readonly rows: number;
}

/** Every session by its last touch, oldest first. */
function agesOf(sql: Statements): readonly Aged[] {
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

/** The oldest that together have this share of all rows: what a session takes on disk is not worth counting exactly. */
function oldestShare(sessions: readonly Aged[], share: number): readonly string[] {
  const total = sessions.reduce((sum, { rows }) => sum + rows, 0);
  const chosen: string[] = [];
  let rows = 0;
  for (const session of sessions) {
    if (rows >= total * share) break;
    rows += session.rows;
    chosen.push(session.id);
  }
  return chosen;
}

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
