/**
 * The record's rows, which are only ever added right behind the last of their session, and the sealed end of each chain.
 * Appends of one transaction are checked one by one and written together at its end: a chain is then read and moved on once,
 * however many calls wrote to it.
 */
import { ToolError } from "@toolplane/contract";
import {
  type CallEntry,
  type ChainHead,
  type EventRow,
  SESSIONS_CHAIN,
  type Store,
} from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { InsertTable, StoredRow, StoredValue } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import type { PendingChain, StoreTransaction } from "../queue/store-transaction.ts";
import { addGap, writeCalls } from "./call-entries.ts";

export function eventsTable({ read, write }: StoreQueue): Store["events"] {
  return {
    async append(given, head) {
      const sessionId = given[0]?.sessionId ?? head?.sessionId;
      if (sessionId === undefined) return;
      const append: Append = {
        sessionId,
        rows: given.map((row) => ({ ...row })),
        head: head && { ...head },
      };
      await write((transaction) => addEvents(transaction, append), { rows: given.length });
    },
    read: (sessionId, { from, limit }) =>
      read((transaction) => {
        writeEvents(transaction);
        const rows = transaction.sql.all(READ, storedText(sessionId), from, limit);
        return rows.map((row) => eventOf(row, sessionId));
      }),
    head: (sessionId) =>
      read((transaction) => {
        writeEvents(transaction);
        const row = transaction.sql.get(HEAD, storedText(sessionId));
        return row ? headOf(row, sessionId) : null;
      }),
  };
}

/** Rows of one session, in order, and its head if it moves. */
export interface Append {
  readonly sessionId: string;
  readonly rows: readonly EventRow[];
  readonly head: ChainHead | null;
  /** Entries of the index about these rows; undefined where nobody has looked for calls in them. */
  readonly calls?: readonly CallEntry[] | undefined;
}

/** Throws a conflict when they do not come right behind the last. */
export function checkEvents(transaction: StoreTransaction, { sessionId, rows }: Append): void {
  checkPlace(rows, { sessionId, from: chainOf(transaction, sessionId).next });
}

/** Gathers them; throws as `checkEvents` does, and then gathers nothing. */
export function addEvents(transaction: StoreTransaction, append: Append): void {
  checkEvents(transaction, append);
  const chain = chainOf(transaction, append.sessionId);
  for (const row of append.rows) chain.rows.push(row);
  if (append.calls) for (const call of append.calls) chain.calls.push(call);
  else if (append.sessionId !== SESSIONS_CHAIN) widenGaps(chain, append.rows.length);
  chain.next += append.rows.length;
  chain.lastAtMs = Math.max(chain.lastAtMs, append.rows.at(-1)?.atMs ?? 0);
  if (append.head) chain.head = append.head;
}

function widenGaps({ gaps, next }: PendingChain, rows: number): void {
  if (rows === 0) return;
  const last = gaps.at(-1);
  if (last?.[1] === next) last[1] += rows;
  else gaps.push([next, next + rows]);
}

function chainOf({ sql, chains }: StoreTransaction, sessionId: string): PendingChain {
  const id = storedText(sessionId);
  let chain = chains.get(id);
  if (!chain) {
    const row = sql.get(CHAIN, id);
    chain = {
      chain: (row?.chain as number | undefined) ?? null,
      next: (row?.next_sequence as number | undefined) ?? 0,
      lastAtMs: (row?.last_at_ms as number | undefined) ?? 0,
      rows: [],
      calls: [],
      gaps: [],
      head: null,
    };
    chains.set(id, chain);
  }
  return chain;
}

export function writeEvents({ sql, chains }: StoreTransaction): void {
  for (const [id, { chain, next, lastAtMs, rows, calls, gaps, head }] of chains) {
    if (rows.length === 0 && !head) continue;
    const number = chain ?? (sql.get(BEGIN, id)?.chain as number);
    sql.insert(EVENTS, valuesOf(rows, number));
    if (calls.length > 0) writeCalls(sql, number, calls);
    for (const [from, until] of gaps) addGap(sql, number, { from, until });
    if (head) {
      const sealed = [head.sequence, storedText(head.hash), storedText(head.mac)];
      sql.run(ADVANCE_AND_SEAL, next, lastAtMs, ...sealed, number);
    } else sql.run(ADVANCE, next, lastAtMs, number);
  }
  chains.clear();
}

const HEAD = "SELECT head_sequence, head_hash, head_mac FROM chains WHERE session_id = ?";
const CHAIN = "SELECT chain, next_sequence, last_at_ms FROM chains WHERE session_id = ?";
const BEGIN =
  "INSERT INTO chains (session_id, next_sequence, last_at_ms) VALUES (?, 0, 0) RETURNING chain";
const EVENTS: InsertTable = {
  name: "events",
  columns: ["chain", "sequence", "type", "at_ms", "call_id", "payload_digest", "previous", "hash"],
};
const ADVANCE = "UPDATE chains SET next_sequence = ?, last_at_ms = ? WHERE chain = ?";
const ADVANCE_AND_SEAL =
  "UPDATE chains SET next_sequence = ?, last_at_ms = ?, head_sequence = ?, head_hash = ?, head_mac = ? WHERE chain = ?";
const READ = `SELECT events.* FROM chains JOIN events USING (chain)
WHERE session_id = ? AND sequence >= ? ORDER BY sequence LIMIT ?`;

/** Before anything is added: an append is whole or it is not. */
function checkPlace(
  rows: readonly EventRow[],
  place: { readonly sessionId: string; readonly from: number },
): void {
  rows.forEach(({ sessionId, sequence }, index) => {
    if (sessionId !== place.sessionId)
      throw new ToolError("invalid_input", "An append holds rows of one session only.");
    if (sequence !== place.from + index)
      throw new ToolError(
        "conflict",
        `Row ${place.from + index} comes next, and this one is ${sequence}.`,
      );
  });
}

function valuesOf(rows: readonly EventRow[], chain: number): readonly StoredValue[] {
  const values: StoredValue[] = [];
  for (const row of rows) {
    const { callId } = row;
    values.push(
      chain,
      row.sequence,
      storedText(row.type),
      row.atMs,
      callId === null ? null : storedText(callId),
      storedText(row.payloadDigest),
      storedText(row.previous),
      storedText(row.hash),
    );
  }
  return values;
}

function eventOf(row: StoredRow, sessionId: string): EventRow {
  const { call_id } = row;
  return {
    sessionId,
    sequence: row.sequence as number,
    type: givenText(row.type as string),
    atMs: row.at_ms as number,
    callId: call_id === null ? null : givenText(call_id as string),
    payloadDigest: givenText(row.payload_digest as string),
    previous: givenText(row.previous as string),
    hash: givenText(row.hash as string),
  };
}

function headOf(row: StoredRow, sessionId: string): ChainHead | null {
  const { head_sequence, head_hash, head_mac } = row;
  if (head_sequence === null) return null;
  return {
    sessionId,
    sequence: head_sequence as number,
    hash: givenText(head_hash as string),
    mac: givenText(head_mac as string),
  };
}
