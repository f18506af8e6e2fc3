/** Runs of agents: a row that is written with each step, and a log that only grows. */
import type { Json } from "@toolplane/contract";
import type { RunRow, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { InsertTable, StoredRow, StoredValue } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import type { StoreTransaction } from "../queue/store-transaction.ts";

export function runsTable({ read, write }: StoreQueue): Store["runs"] {
  return {
    put(row, entries) {
      const texts = entries.map((entry) => JSON.stringify(entry));
      const bytes = texts.reduce((sum, { length }) => sum + length, 0);
      return write((transaction) => putRun(transaction, row, texts), {
        rows: 1 + texts.length,
        bytes,
      });
    },
    get: (id) =>
      read(({ sql }) => {
        const row = sql.get(GET, storedText(id));
        return row ? runOf(row) : null;
      }),
    log: (id, { from, limit }) =>
      read(({ sql }) =>
        sql
          .all(LOG, storedText(id), from, limit)
          .map(({ entry }) => JSON.parse(entry as string) as Json),
      ),
    list: ({ limit, sessionId, parentId }) =>
      read(({ sql }) => {
        if (parentId !== undefined) return sql.all(BELOW, storedText(parentId), limit).map(runOf);
        return sessionId === undefined
          ? sql.all(NEWEST, limit).map(runOf)
          : sql.all(OF_SESSION, storedText(sessionId), limit).map(runOf);
      }),
    claim: (id, { owner, expected }) =>
      write(
        ({ sql }) =>
          sql.run(CLAIM, storedOrNull(owner), storedText(id), storedOrNull(expected)) === 1,
        {
          durable: true,
        },
      ),
    async remove(id) {
      const name = storedText(id);
      await write(({ sql }) => {
        sql.run("DELETE FROM runs WHERE id = ?", name);
        sql.run("DELETE FROM run_log WHERE run_id = ?", name);
      });
    },
  };
}

function putRun({ sql }: StoreTransaction, row: RunRow, texts: readonly string[]): boolean {
  const from = row.length - texts.length;
  const id = storedText(row.id);
  const known = sql.get("SELECT owner, length FROM runs WHERE id = ?", id);
  const fits = known
    ? known.owner === storedOrNull(row.owner) && known.length === from
    : from === 0;
  if (!fits) return false;
  sql.run(PUT, ...valuesOf(row));
  sql.insert(
    RUN_LOG,
    texts.flatMap((text, index) => [id, from + index, text]),
  );
  return true;
}

function valuesOf(row: RunRow): readonly StoredValue[] {
  return [
    storedText(row.id),
    storedText(row.sessionId),
    storedOrNull(row.parentId),
    storedOrNull(row.callId),
    row.createdAtMs,
    row.updatedAtMs,
    storedText(row.status),
    storedOrNull(row.owner),
    row.length,
    JSON.stringify(row.about),
    JSON.stringify(row.head),
  ];
}

function storedOrNull(text: string | null): string | null {
  return text === null ? null : storedText(text);
}

function givenOr(value: StoredRow[string]): string | null {
  return value === null ? null : givenText(value as string);
}

function runOf(row: StoredRow): RunRow {
  return {
    id: givenText(row.id as string),
    sessionId: givenText(row.session_id as string),
    parentId: givenOr(row.parent_id as string | null),
    callId: givenOr(row.call_id as string | null),
    createdAtMs: row.created_at_ms as number,
    updatedAtMs: row.updated_at_ms as number,
    status: givenText(row.status as string),
    owner: givenOr(row.owner as string | null),
    about: JSON.parse(row.about as string) as Json,
    head: JSON.parse(row.head as string) as Json,
    length: row.length as number,
  };
}

const PUT = `INSERT INTO runs
(id, session_id, parent_id, call_id, created_at_ms, updated_at_ms, status, owner, length, about, head)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET updated_at_ms = excluded.updated_at_ms, status = excluded.status,
length = excluded.length, head = excluded.head`;
const RUN_LOG: InsertTable = { name: "run_log", columns: ["run_id", "place", "entry"] };
const GET = "SELECT * FROM runs WHERE id = ?";
const LOG = "SELECT entry FROM run_log WHERE run_id = ? AND place >= ? ORDER BY place LIMIT ?";
const NEWEST = "SELECT * FROM runs ORDER BY updated_at_ms DESC, id DESC LIMIT ?";
const OF_SESSION =
  "SELECT * FROM runs WHERE session_id = ? ORDER BY updated_at_ms DESC, id DESC LIMIT ?";
const BELOW = "SELECT * FROM runs WHERE parent_id = ? ORDER BY updated_at_ms DESC, id DESC LIMIT ?";
const CLAIM = "UPDATE runs SET owner = ? WHERE id = ? AND owner IS ?";
