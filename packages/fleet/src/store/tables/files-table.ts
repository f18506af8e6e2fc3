/** The journal of file changes and the index of sidecars. A change is on disk before its promise resolves: undo rests on it. */
import { type JournalEntry, ToolError } from "@toolplane/contract";
import type { SidecarRow, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { StoredRow } from "../queue/connections.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { columnsOf } from "./columns-of.ts";
import { givenOrNull, storedOrNull } from "./stored-or-null.ts";

/** Changes of files, in the order they were made. */
export function journalTable({ read, write }: StoreQueue): Store["journal"] {
  return {
    async append(entries, { durable = true } = {}) {
      const columns = columnsOf(9, entries.map(changeValues));
      const { rows } = await write(APPEND, columns, { durable });
      if (rows.length < entries.length) throw knownChange();
    },
    list: async (sessionId) => (await read(LIST, storedText(sessionId))).map(changeOf),
    async mark({ id }, undone) {
      const { count } = await write(MARK, [undone, storedText(id)], { durable: true });
      if (count === 0) throw unknownChange(id);
    },
  };
}

export function knownChange(): ToolError {
  return new ToolError("conflict", "A change of this id is in the journal already.");
}

export function unknownChange(id: string): ToolError {
  return new ToolError("not_found", `There is no change ${id} in the journal.`);
}

const ENTRIES = `unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::int[], $9::boolean[])
WITH ORDINALITY AS e (id, session_id, call_id, at_ms, path, before, after, mode, undone, n)`;
/** None where one is known, here or twice in the list. */
const APPEND = ` INSERT INTO toolplane.journal (id, session_id, call_id, at_ms, path, before, after, mode, undone)
SELECT e.id, e.session_id, e.call_id, e.at_ms, e.path, e.before, e.after, e.mode, e.undone FROM how, ${ENTRIES}
WHERE NOT EXISTS (SELECT 1 FROM toolplane.journal WHERE id = ANY ($1::text[]))
AND (SELECT count(DISTINCT id) FROM unnest($1::text[]) AS i (id)) = cardinality($1::text[])
ORDER BY e.n RETURNING id`;
const LIST = "SELECT * FROM toolplane.journal WHERE session_id = $1 ORDER BY row";
const MARK = " UPDATE toolplane.journal SET undone = $1 FROM how WHERE id = $2";

export function changeValues(entry: JournalEntry): readonly unknown[] {
  return [
    storedText(entry.id),
    storedText(entry.sessionId),
    storedText(entry.callId),
    entry.atMs,
    storedText(entry.path),
    storedOrNull(entry.before),
    storedOrNull(entry.after),
    entry.mode,
    entry.undone,
  ];
}

function changeOf(row: StoredRow): JournalEntry {
  return {
    id: givenText(row.id as string),
    sessionId: givenText(row.session_id as string),
    callId: givenText(row.call_id as string),
    atMs: row.at_ms as number,
    path: givenText(row.path as string),
    before: givenOrNull(row.before),
    after: givenOrNull(row.after),
    mode: row.mode as number | null,
    undone: row.undone === true,
  };
}

export function sidecarsTable({ read, write }: StoreQueue): Store["sidecars"] {
  return {
    async put({ sessionId, callId, path, bytes }) {
      await write(PUT_SIDECAR, [...[path, sessionId, callId].map(storedText), bytes]);
    },
    async list(sessionId) {
      const rows =
        sessionId === undefined
          ? await read(LIST_ALL_SIDECARS)
          : await read(LIST_SIDECARS, storedText(sessionId));
      return rows.map(sidecarOf);
    },
    async remove(sessionId) {
      await write(REMOVE_SIDECARS, [storedText(sessionId)]);
    },
  };
}

const PUT_SIDECAR = ` INSERT INTO toolplane.sidecars (path, session_id, call_id, bytes)
SELECT $1::text, $2::text, $3::text, $4::bigint FROM how
ON CONFLICT (path) DO UPDATE SET session_id = excluded.session_id, call_id = excluded.call_id, bytes = excluded.bytes`;
const LIST_SIDECARS = "SELECT * FROM toolplane.sidecars WHERE session_id = $1 ORDER BY row";
const LIST_ALL_SIDECARS = "SELECT * FROM toolplane.sidecars ORDER BY row";
const REMOVE_SIDECARS = " DELETE FROM toolplane.sidecars USING how WHERE session_id = $1";

function sidecarOf(row: StoredRow): SidecarRow {
  return {
    sessionId: givenText(row.session_id as string),
    callId: givenText(row.call_id as string),
    path: givenText(row.path as string),
    bytes: row.bytes as number,
  };
}
