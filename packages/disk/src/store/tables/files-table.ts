/** The journal of file changes and the index of sidecars. A change is on disk before its promise resolves: undo rests on it. */

import type { JournalEntry } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { ChangeMark, SidecarRow, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { InsertTable, Statements, StoredRow } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";

/** Changes of files, in the order they were made. */
export function journalTable({ read, write }: StoreQueue): Store["journal"] {
  return {
    async append(entries, { durable = true } = {}) {
      const changes = [...entries];
      await write(
        ({ sql }) => {
          refuseKnown(sql, changes);
          insertChanges(sql, changes);
        },
        { rows: changes.length, durable },
      );
    },
    list: (sessionId) =>
      read(({ sql }) => sql.all(LIST, storedText(sessionId)).map((row) => entryOf(row, sessionId))),
    mark: ({ id }, undone) =>
      write(
        ({ sql }) => {
          if (!markChange(sql, { id, undone })) throw unknownChange(id);
        },
        { durable: true },
      ),
  };
}

/** Throws a conflict when one of them is there already. */
export function refuseKnown(sql: Statements, entries: readonly JournalEntry[]): void {
  const ids = new Set(entries.map(({ id }) => storedText(id)));
  if (ids.size < entries.length || sql.get(KNOWN, JSON.stringify([...ids])) !== undefined)
    throw new ToolError("conflict", "A change of this id is in the journal already.");
}

export function insertChanges(sql: Statements, entries: readonly JournalEntry[]): void {
  sql.insert(JOURNAL, entries.flatMap(valuesOf));
}

/** False when there is no such change. */
export function markChange(sql: Statements, { id, undone }: ChangeMark): boolean {
  return sql.run(MARK, Number(undone), storedText(id)) > 0;
}

/** Throws when one of them marks a change that is neither there nor about to be. */
export function refuseUnknown(
  sql: Statements,
  marks: readonly ChangeMark[],
  coming: readonly JournalEntry[],
): void {
  const known = new Set(coming.map(({ id }) => id));
  for (const { id } of marks)
    if (!known.has(id) && sql.get(KNOWN, JSON.stringify([storedText(id)])) === undefined)
      throw unknownChange(id);
}

function unknownChange(id: string): ToolError {
  return new ToolError("not_found", `There is no change ${id} in the journal.`);
}

const KNOWN = "SELECT 1 FROM journal WHERE id IN (SELECT value FROM json_each(?)) LIMIT 1";
const JOURNAL: InsertTable = {
  name: "journal",
  columns: ["id", "session_id", "call_id", "at_ms", "path", "before", "after", "mode", "undone"],
};
const LIST = "SELECT * FROM journal WHERE session_id = ? ORDER BY row";
const MARK = "UPDATE journal SET undone = ? WHERE id = ?";

function valuesOf(entry: JournalEntry): readonly (string | number | null)[] {
  return [
    storedText(entry.id),
    storedText(entry.sessionId),
    storedText(entry.callId),
    entry.atMs,
    storedText(entry.path),
    entry.before === null ? null : storedText(entry.before),
    entry.after === null ? null : storedText(entry.after),
    entry.mode,
    Number(entry.undone),
  ];
}

function entryOf(row: StoredRow, sessionId: string): JournalEntry {
  const { before, after } = row;
  return {
    id: givenText(row.id as string),
    sessionId,
    callId: givenText(row.call_id as string),
    atMs: row.at_ms as number,
    path: givenText(row.path as string),
    before: before === null ? null : givenText(before as string),
    after: after === null ? null : givenText(after as string),
    mode: row.mode as number | null,
    undone: row.undone === 1,
  };
}

export function sidecarsTable({ read, write }: StoreQueue): Store["sidecars"] {
  return {
    async put({ sessionId, callId, path, bytes }) {
      const names = [path, sessionId, callId].map(storedText);
      await write(({ sql }) => sql.run(PUT_SIDECAR, ...names, bytes));
    },
    list: (sessionId) =>
      read(({ sql }) =>
        (sessionId === undefined
          ? sql.all(LIST_ALL_SIDECARS)
          : sql.all(LIST_SIDECARS, storedText(sessionId))
        ).map(sidecarOf),
      ),
    async remove(sessionId) {
      const id = storedText(sessionId);
      await write(({ sql }) => sql.run("DELETE FROM sidecars WHERE session_id = ?", id));
    },
  };
}

const PUT_SIDECAR = `INSERT INTO sidecars (path, session_id, call_id, bytes) VALUES (?, ?, ?, ?)
ON CONFLICT (path) DO UPDATE SET session_id = excluded.session_id, call_id = excluded.call_id, bytes = excluded.bytes`;
const LIST_SIDECARS = "SELECT * FROM sidecars WHERE session_id = ? ORDER BY row";
const LIST_ALL_SIDECARS = "SELECT * FROM sidecars ORDER BY row";

function sidecarOf(row: StoredRow): SidecarRow {
  return {
    sessionId: givenText(row.session_id as string),
    callId: givenText(row.call_id as string),
    path: givenText(row.path as string),
    bytes: row.bytes as number,
  };
}
