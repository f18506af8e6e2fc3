/**
 * The record's rows, which are only ever added right behind the last of their session, and the sealed end of each chain.
 * Appends of one transaction are checked one by one and written together at its end: a chain is then read and moved on once,
 * however many calls wrote to it.
 */
import { type ChainHead, type EventRow, type Store, ToolError } from "@toolplane/contract";
import type { StoredRow, StoredValue } from "./statements.ts";
import type { StoreQueue } from "./store-queue.ts";
import type { PendingChain, StoreTransaction } from "./store-transaction.ts";
import { givenText, storedText } from "./stored-text.ts";

/** The table. */
export function eventsTable({ read, write }: StoreQueue): Store["events"] {
  return {
    async append(given, head) {
      const sessionId = given[0]?.sessionId ?? head?.sessionId;
      if (sessionId === undefined) return;
      const append: Append = {
        ...{ sessionId, head: head && { ...head } },
        places: given.map((row) => ({ sessionId: row.sessionId, sequence: row.sequence })),
        values: given.map(valuesOf),
        lastAtMs: given.at(-1)?.atMs ?? 0,
      };
      await write((transaction) => addTo(chainOf(transaction, sessionId), append), {
        rows: given.length,
      });
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
        const row = transaction.sql.get(CHAIN, storedText(sessionId));
        return row ? headOf(row, sessionId) : null;
      }),
  };
}

interface Append {
  readonly sessionId: string;
  readonly places: readonly Pick<EventRow, "sessionId" | "sequence">[];
  readonly values: readonly StoredValue[][];
  readonly lastAtMs: number;
  readonly head: ChainHead | null;
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
      head: null,
    };
    chains.set(id, chain);
  }
  return chain;
}

function addTo(chain: PendingChain, append: Append): void {
  checkPlace(append.places, { sessionId: append.sessionId, from: chain.next });
  for (const row of append.values) chain.rows.push(row);
  chain.next += append.values.length;
  chain.lastAtMs = Math.max(chain.lastAtMs, append.lastAtMs);
  if (append.head) chain.head = append.head;
}

/** Writes what was gathered. */
export function writeEvents({ sql, chains }: StoreTransaction): void {
  for (const [id, { chain, next, lastAtMs, rows, head }] of chains) {
    if (rows.length === 0 && !head) continue;
    const number = chain ?? (sql.get(BEGIN, id)?.chain as number);
    for (const row of rows) row[0] = number;
    sql.insert(INSERT, rows);
    if (head) {
      const sealed = [head.sequence, storedText(head.hash), storedText(head.mac)];
      sql.run(ADVANCE_AND_SEAL, next, lastAtMs, ...sealed, number);
    } else sql.run(ADVANCE, next, lastAtMs, number);
  }
  chains.clear();
}

const CHAIN = "SELECT * FROM chains WHERE session_id = ?";
const BEGIN =
  "INSERT INTO chains (session_id, next_sequence, last_at_ms) VALUES (?, 0, 0) RETURNING chain";
const INSERT =
  "INSERT INTO events (chain, sequence, type, at_ms, call_id, payload_digest, previous, hash) VALUES";
const ADVANCE = "UPDATE chains SET next_sequence = ?, last_at_ms = ? WHERE chain = ?";
const ADVANCE_AND_SEAL =
  "UPDATE chains SET next_sequence = ?, last_at_ms = ?, head_sequence = ?, head_hash = ?, head_mac = ? WHERE chain = ?";
const READ = `SELECT events.* FROM chains JOIN events USING (chain)
WHERE session_id = ? AND sequence >= ? ORDER BY sequence LIMIT ?`;

/** Before anything is added: an append is whole or it is not. */
function checkPlace(
  rows: Append["places"],
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

/** The number of the chain comes first and is not known yet. */
function valuesOf(row: EventRow): StoredValue[] {
  return [
    0,
    row.sequence,
    storedText(row.type),
    row.atMs,
    row.callId === null ? null : storedText(row.callId),
    storedText(row.payloadDigest),
    storedText(row.previous),
    storedText(row.hash),
  ];
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
