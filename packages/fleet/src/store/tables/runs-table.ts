/** Runs of agents: a row that is written with each step, and a log that only grows. */
import type { Json } from "@toolplane/contract";
import type { RunRow, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { StoredRow } from "../queue/connections.ts";
import type { StoreQueue } from "../queue/store-queue.ts";
import { givenOrNull, storedOrNull } from "./stored-or-null.ts";

export function runsTable({ read, write }: StoreQueue): Store["runs"] {
  return {
    async put(row, entries) {
      const texts = entries.map((entry) => JSON.stringify(entry));
      const { rows } = await write(PUT, [...valuesOf(row), row.length - texts.length, texts]);
      return rows.length === 1;
    },
    async get(id) {
      const [row] = await read(GET, storedText(id));
      return row ? runOf(row) : null;
    },
    isOfFleet: async (id) => (await read(OF_FLEET, storedText(id))).length === 1,
    log: async (id, { from, limit }) =>
      (await read(LOG, storedText(id), from, limit)).map(
        ({ entry }) => JSON.parse(entry as string) as Json,
      ),
    async list({ limit, sessionId, parentId }) {
      if (parentId !== undefined)
        return (await read(BELOW, storedText(parentId), limit)).map(runOf);
      const rows =
        sessionId === undefined
          ? await read(NEWEST, limit)
          : await read(OF_SESSION, storedText(sessionId), limit);
      return rows.map(runOf);
    },
    async claim(id, { owner, expected }) {
      const values = [storedOrNull(owner), storedText(id), storedOrNull(expected)];
      return (await write(CLAIM, values, { durable: true })).count === 1;
    },
    async remove(id) {
      await write(REMOVE, [storedText(id)]);
    },
  };
}

/** The log grows only where the row was moved on, and the row only where it is as it was read. */
const PUT = `, moved AS (
  INSERT INTO toolplane.runs AS r
  (id, session_id, parent_id, call_id, created_at_ms, updated_at_ms, status, owner, length, about, head)
  SELECT $1::text, $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::text, $8::text, $9::int, $10::text, $11::text FROM how
  WHERE $12::int = 0 OR EXISTS (SELECT 1 FROM toolplane.runs WHERE id = $1)
  ON CONFLICT (id) DO UPDATE SET updated_at_ms = excluded.updated_at_ms, status = excluded.status,
  length = excluded.length, head = excluded.head
  WHERE r.owner IS NOT DISTINCT FROM excluded.owner AND r.length = $12::int
  RETURNING id),
said AS (INSERT INTO toolplane.run_log (run_id, place, entry)
  SELECT id, $12::int + n::int - 1, entry FROM moved, unnest($13::text[]) WITH ORDINALITY AS l (entry, n))
SELECT id FROM moved`;
const GET = "SELECT * FROM toolplane.runs WHERE id = $1";
const OF_FLEET = "SELECT FROM toolplane.fleet_runs WHERE run_id = $1";
const LOG =
  "SELECT entry FROM toolplane.run_log WHERE run_id = $1 AND place >= $2 ORDER BY place LIMIT $3";
const NEWEST = "SELECT * FROM toolplane.runs ORDER BY updated_at_ms DESC, id DESC LIMIT $1";
const OF_SESSION =
  "SELECT * FROM toolplane.runs WHERE session_id = $1 ORDER BY updated_at_ms DESC, id DESC LIMIT $2";
const BELOW =
  "SELECT * FROM toolplane.runs WHERE parent_id = $1 ORDER BY updated_at_ms DESC, id DESC LIMIT $2";
const CLAIM = ` UPDATE toolplane.runs SET owner = $1 FROM how
WHERE id = $2 AND owner IS NOT DISTINCT FROM $3::text`;
const REMOVE = `, gone AS (DELETE FROM toolplane.runs USING how WHERE id = $1),
left_out AS (DELETE FROM toolplane.fleet_runs WHERE run_id = $1)
DELETE FROM toolplane.run_log USING how WHERE run_id = $1`;

function valuesOf(row: RunRow): readonly unknown[] {
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

function runOf(row: StoredRow): RunRow {
  return {
    id: givenText(row.id as string),
    sessionId: givenText(row.session_id as string),
    parentId: givenOrNull(row.parent_id),
    callId: givenOrNull(row.call_id),
    createdAtMs: row.created_at_ms as number,
    updatedAtMs: row.updated_at_ms as number,
    status: givenText(row.status as string),
    owner: givenOrNull(row.owner),
    about: JSON.parse(row.about as string) as Json,
    head: JSON.parse(row.head as string) as Json,
    length: row.length as number,
  };
}
