/** Retention of a memory store: in one go, over plain tables. */
import type { Retention, Store } from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import type { StoreGate } from "./store-gate.ts";
import type { StoreTables } from "./store-tables.ts";

/** A session that was touched this recently is never taken for its size. */
const ACTIVE_MS = 3_600_000;
/** Nor is one that changed files this recently: that could not be undone then. */
const CHANGED_MS = 24 * ACTIVE_MS;
/** Bytes of a row beside its payload. */
const ROW_BYTES = 300;

/** Removes what is too old or too much. */
export function memoryPrune(gate: StoreGate): Store["prune"] {
  return (given) => {
    const retention = copyValue(given);
    return gate.write("prune", (tables) => prune(tables, retention));
  };
}

function prune(tables: StoreTables, { nowMs, keep = [], ...bounds }: Retention) {
  const { maxAgeMs, maxPayloadAgeMs, maxBytes } = bounds;
  const gone: string[] = [];
  const before = tables.payloads.size;
  const dropWhile = (goesOn: (atMs: number, id: string) => boolean): void => {
    for (const { id, atMs } of sessionsByAge(tables)) {
      if (keep.includes(id) || !goesOn(atMs, id)) continue;
      dropSession(tables, id);
      gone.push(id);
    }
  };
  if (maxAgeMs !== undefined) dropWhile((atMs) => atMs < nowMs - maxAgeMs);
  if (maxBytes !== undefined)
    dropWhile(
      (atMs, id) =>
        atMs < nowMs - ACTIVE_MS &&
        !hasChanged(tables, id, nowMs - CHANGED_MS) &&
        bytesOf(tables) > maxBytes,
    );
  if (maxPayloadAgeMs !== undefined) dropPayloads(tables, nowMs - maxPayloadAgeMs);
  return { sessions: gone, payloads: before - tables.payloads.size, bytes: bytesOf(tables) };
}

function hasChanged({ journal }: StoreTables, id: string, sinceMs: number): boolean {
  return [...journal.values()].some(({ sessionId, atMs }) => sessionId === id && atMs >= sinceMs);
}

/** By their last touch, oldest first. */
function sessionsByAge({ sessions, events, journal, runs }: StoreTables) {
  const touched = new Map<string, number>();
  const touch = (id: string, atMs: number): void => {
    touched.set(id, Math.max(atMs, touched.get(id) ?? atMs));
  };
  for (const { sessionId, createdAtMs } of sessions.values()) touch(sessionId, createdAtMs);
  for (const [id, { rows }] of events) for (const { atMs } of rows) touch(id, atMs);
  for (const { sessionId, atMs } of journal.values()) touch(sessionId, atMs);
  for (const { row } of runs.values()) touch(row.sessionId, row.updatedAtMs);
  return [...touched]
    .map(([id, atMs]) => ({ id, atMs }))
    .sort((left, right) => left.atMs - right.atMs || (left.id < right.id ? -1 : 1));
}

function dropSession(tables: StoreTables, id: string): void {
  const { sessions, parts, approvals, receipts, events, slots, journal, sidecars } = tables;
  const named = namedBy(tables, (sessionId) => sessionId === id);
  for (const table of [sessions, parts, events, slots]) table.delete(id);
  dropWhere(approvals, ({ scope, sessionId }) => scope === "session" && sessionId === id);
  dropWhere(receipts, ({ receipt }) => receipt.kind === "once" && receipt.sessionId === id);
  dropWhere(journal, ({ sessionId }) => sessionId === id);
  dropWhere(sidecars, ({ sessionId }) => sessionId === id);
  dropWhere(tables.runs, ({ row }) => row.sessionId === id);
  dropWhere(tables.paused, (row) => row.conversationId === id && row.resolvedAtMs !== undefined);
  // Only what this session named: another's payload may have been put a moment before the row that names it.
  const stillNamed = namedBy(tables, () => true);
  for (const digest of named) if (!stillNamed.has(digest)) tables.payloads.delete(digest);
}

/** Payloads of rows that are older go where no newer row and no change of a file names them. */
function dropPayloads(tables: StoreTables, fromMs: number): void {
  const newer = namedBy(tables, () => true, fromMs);
  for (const digest of namedBy(tables, () => true))
    if (!newer.has(digest)) tables.payloads.delete(digest);
}

/** Digests that rows, changes and the payloads themselves name. */
function namedBy(
  { events, journal, payloads }: StoreTables,
  isMeant: (sessionId: string) => boolean,
  fromMs = Number.NEGATIVE_INFINITY,
): ReadonlySet<string> {
  const named = new Set<string>();
  const name = (digest: string | null): void => {
    if (digest === null || named.has(digest)) return;
    named.add(digest);
    const text = new TextDecoder().decode(payloads.get(digest));
    for (const [, inner = ""] of text.matchAll(/"digest":"([0-9a-f]{64})"/g)) name(inner);
  };
  for (const [id, { rows }] of events)
    if (isMeant(id)) for (const row of rows) if (row.atMs >= fromMs) name(row.payloadDigest);
  for (const { sessionId, before, after } of journal.values()) {
    if (!isMeant(sessionId)) continue;
    name(before);
    name(after);
  }
  return named;
}

function dropWhere<T>(table: Map<string, T>, isGone: (row: T) => boolean): void {
  for (const [key, row] of table) if (isGone(row)) table.delete(key);
}

function bytesOf({ payloads, events, journal }: StoreTables): number {
  const rows = [...events.values()].reduce((sum, table) => sum + table.rows.length, journal.size);
  return [...payloads.values()].reduce((sum, { length }) => sum + length, rows * ROW_BYTES);
}
