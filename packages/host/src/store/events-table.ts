/** The record's rows, which are only ever added right behind the last of their session, and the sealed end of each chain. */
import { type ChainHead, type EventRow, type Store, ToolError } from "@toolplane/contract";
import type { StoredRow } from "./statements.ts";
import type { StoreQueue, StoreTransaction } from "./store-queue.ts";
import { givenText, storedText } from "./stored-text.ts";

/** The table. */
export function eventsTable({ read, write }: StoreQueue): Store["events"] {
  return {
    append(given, head) {
      const sessionId = given[0]?.sessionId ?? head?.sessionId;
      if (sessionId === undefined) return Promise.resolve();
      const rows = given.map((row) => ({ ...row }));
      const sealed = head && { ...head };
      return write((transaction) => append(transaction, { rows, head: sealed, sessionId }), {
        rows: rows.length,
      });
    },
    read: (sessionId, { from, limit }) =>
      read(({ sql }) =>
        sql.all(READ, storedText(sessionId), from, limit).map((row) => eventOf(row, sessionId)),
      ),
    head: (sessionId) =>
      read(({ sql }) => {
        const row = sql.get(CHAIN, storedText(sessionId));
        return row ? headOf(row, sessionId) : null;
      }),
  };
}

interface Append {
  readonly rows: readonly EventRow[];
  readonly head: ChainHead | null;
  readonly sessionId: string;
}

function append({ sql }: StoreTransaction, { rows, head, sessionId }: Append): void {
  const id = storedText(sessionId);
  const known = sql.get(CHAIN, id);
  const from = (known?.next_sequence as number | undefined) ?? 0;
  checkPlace(rows, { sessionId, from });
  if (!known) sql.run(BEGIN, id);
  const chain = (known ?? sql.get(CHAIN, id))?.chain as number;
  sql.insert(
    INSERT,
    rows.map((row) => valuesOf(row, chain)),
  );
  const last = rows.at(-1);
  if (last) sql.run(ADVANCE, from + rows.length, last.atMs, chain);
  if (head) sql.run(SEAL, head.sequence, storedText(head.hash), storedText(head.mac), chain);
}

const CHAIN = "SELECT * FROM chains WHERE session_id = ?";
const BEGIN = "INSERT INTO chains (session_id, next_sequence, last_at_ms) VALUES (?, 0, 0)";
const INSERT =
  "INSERT INTO events (chain, sequence, type, at_ms, call_id, payload_digest, previous, hash) VALUES";
const ADVANCE =
  "UPDATE chains SET next_sequence = ?, last_at_ms = max(last_at_ms, ?) WHERE chain = ?";
const SEAL = "UPDATE chains SET head_sequence = ?, head_hash = ?, head_mac = ? WHERE chain = ?";
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

function valuesOf(row: EventRow, chain: number): readonly (string | number | null)[] {
  return [
    chain,
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
