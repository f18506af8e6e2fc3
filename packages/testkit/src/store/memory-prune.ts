/** Retention of a memory store: what goes is chosen, told, and dropped in one go, over plain tables. */
import {
  type PruneReason,
  type Retention,
  SESSIONS_CHAIN,
  type Store,
} from "@toolplane/contract/ports";
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
  return async (given, letGo) => {
    const retention = copyValue(given);
    const chosen = await gate.read("prune", (tables) => choose(structuredClone(tables), retention));
    for (const reason of ["age", "size"] as const) {
      const ids = chosen.filter((one) => one.reason === reason).map(({ id }) => id);
      if (ids.length > 0) await letGo(ids, reason);
    }
    return gate.write("prune", (tables) => prune(tables, retention, chosen));
  };
}

interface Chosen {
  readonly id: string;
  readonly reason: PruneReason;
}

/** Tries it on a copy. */
function choose(
  copy: StoreTables,
  { nowMs, keep = [], maxAgeMs, maxBytes }: Retention,
): readonly Chosen[] {
  const chosen: Chosen[] = [];
  const dropWhile = (reason: PruneReason, goesOn: (atMs: number, id: string) => boolean): void => {
    for (const { id, atMs } of sessionsByAge(copy)) {
      if (keep.includes(id) || !goesOn(atMs, id)) continue;
      dropSession(copy, id);
      chosen.push({ id, reason });
    }
  };
  if (maxAgeMs !== undefined) dropWhile("age", (atMs) => atMs < nowMs - maxAgeMs);
  if (maxBytes !== undefined)
    dropWhile(
      "size",
      (atMs, id) =>
        atMs < nowMs - ACTIVE_MS &&
        !hasChanged(copy, id, nowMs - CHANGED_MS) &&
        bytesOf(copy) > maxBytes,
    );
  return chosen;
}

function prune(
  tables: StoreTables,
  { nowMs, maxPayloadAgeMs }: Retention,
  chosen: readonly Chosen[],
) {
  const before = tables.payloads.size;
  for (const { id } of chosen) dropSession(tables, id);
  if (maxPayloadAgeMs !== undefined) dropPayloads(tables, nowMs - maxPayloadAgeMs);
  const sessions = chosen.map(({ id }) => id);
  return { sessions, payloads: before - tables.payloads.size, bytes: bytesOf(tables) };
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
  for (const [id, { rows }] of events)
    if (id !== SESSIONS_CHAIN) for (const { atMs } of rows) touch(id, atMs);
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
  keepWhere(tables.calls, ({ sessionId }) => sessionId !== id);
  keepWhere(tables.gaps, ({ sessionId }) => sessionId !== id);
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
  keepWhere(tables.calls, ({ atMs }) => atMs >= fromMs);
  const newer = namedBy(tables, () => true, fromMs);
  for (const digest of namedBy(tables, () => true))
    if (!newer.has(digest)) tables.payloads.delete(digest);
}

/** Digests that rows, changes, what sessions hold and the payloads themselves name. */
function namedBy(
  { events, journal, payloads, slots }: StoreTables,
  isMeant: (sessionId: string) => boolean,
  fromMs = Number.NEGATIVE_INFINITY,
): ReadonlySet<string> {
  const named = new Set<string>();
  const name = (digest: string | null): void => {
    if (digest === null || named.has(digest)) return;
    named.add(digest);
    nameInside(new TextDecoder().decode(payloads.get(digest)));
  };
  const nameInside = (text: string): void => {
    for (const [, inner = ""] of text.matchAll(/"digest":"([0-9a-f]{64})"/g)) name(inner);
  };
  for (const [id, { rows }] of events)
    if (isMeant(id)) for (const row of rows) if (row.atMs >= fromMs) name(row.payloadDigest);
  for (const [id, values] of slots)
    if (isMeant(id)) for (const value of values.values()) nameInside(JSON.stringify(value));
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

function keepWhere<T>(list: T[], stays: (row: T) => boolean): void {
  list.splice(0, list.length, ...list.filter(stays));
}

function bytesOf({ payloads, events, journal }: StoreTables): number {
  const rows = [...events.values()].reduce((sum, table) => sum + table.rows.length, journal.size);
  return [...payloads.values()].reduce((sum, { length }) => sum + length, rows * ROW_BYTES);
}
