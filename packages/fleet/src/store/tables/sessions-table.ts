/** Manifests, and state that tools keep across turns. */
import type { Json, SessionManifest } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { StoredRow } from "../queue/connections.ts";
import type { StoreQueue } from "../queue/store-queue.ts";

export function sessionsTable({ read, write }: StoreQueue): Store["sessions"] {
  return {
    async put(manifest) {
      const { sessionId, createdAtMs } = manifest;
      await write(PUT, [storedText(sessionId), createdAtMs, JSON.stringify(manifest)]);
    },
    async get(sessionId) {
      const [row] = await read(GET, storedText(sessionId));
      return row ? manifestOf(row) : null;
    },
    async list({ after, limit }) {
      const rows = await read(LIST, after === undefined ? "" : storedText(after), limit);
      return rows.map(manifestOf);
    },
    async clear(sessionId) {
      await write(CLEAR, [storedText(sessionId)], { durable: true });
    },
  };
}

const PUT = ` INSERT INTO toolplane.sessions (session_id, created_at_ms, manifest)
SELECT $1::text, $2::bigint, $3::text FROM how
ON CONFLICT (session_id) DO UPDATE SET created_at_ms = excluded.created_at_ms, manifest = excluded.manifest`;
const GET = "SELECT session_id, manifest FROM toolplane.sessions WHERE session_id = $1";
const LIST =
  "SELECT session_id, manifest FROM toolplane.sessions WHERE session_id > $1 ORDER BY session_id LIMIT $2";
const CLEAR = `, gone AS (DELETE FROM toolplane.sessions USING how WHERE session_id = $1)
DELETE FROM toolplane.approvals USING how WHERE session_id = $1 AND scope = 'session'`;

/** It is of the session that it is kept for, whatever it says itself. */
function manifestOf({ session_id, manifest }: StoredRow): SessionManifest {
  const kept = JSON.parse(manifest as string) as SessionManifest;
  return { ...kept, sessionId: givenText(session_id as string) };
}

export function slotsTable({ read, write }: StoreQueue): Store["slots"] {
  return {
    async get(sessionId, toolId) {
      const [row] = await read(GET_SLOT, storedText(sessionId), storedText(toolId));
      return row ? (JSON.parse(row.value as string) as Json) : null;
    },
    async put(sessionId, toolId, value) {
      await write(PUT_SLOT, [storedText(sessionId), storedText(toolId), JSON.stringify(value)]);
    },
    async list({ after, limit }) {
      const place = [after?.sessionId ?? "", after?.toolId ?? ""].map(storedText);
      return (await read(LIST_SLOTS, ...place, limit)).map((row) => ({
        sessionId: givenText(row.session_id as string),
        toolId: givenText(row.tool_id as string),
        value: JSON.parse(row.value as string) as Json,
      }));
    },
    async replace(sessionId, toolId, { from, to }) {
      const values = [storedText(sessionId), storedText(toolId), JSON.stringify(to)];
      const { count } =
        from === null
          ? await write(ADD_SLOT, values)
          : await write(REPLACE_SLOT, [...values, JSON.stringify(from)]);
      return count === 1;
    },
  };
}

const GET_SLOT = "SELECT value FROM toolplane.slots WHERE session_id = $1 AND tool_id = $2";
const LIST_SLOTS = `SELECT session_id, tool_id, value FROM toolplane.slots WHERE (session_id, tool_id) > ($1, $2)
ORDER BY session_id, tool_id LIMIT $3`;
const ADD_SLOT = ` INSERT INTO toolplane.slots (session_id, tool_id, value)
SELECT $1::text, $2::text, $3::text FROM how ON CONFLICT DO NOTHING`;
const PUT_SLOT = ` INSERT INTO toolplane.slots (session_id, tool_id, value)
SELECT $1::text, $2::text, $3::text FROM how ON CONFLICT (session_id, tool_id) DO UPDATE SET value = excluded.value`;
const REPLACE_SLOT = ` UPDATE toolplane.slots SET value = $3 FROM how
WHERE session_id = $1 AND tool_id = $2 AND value = $4`;
