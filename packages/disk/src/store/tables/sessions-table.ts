/** Manifests, paused runs and state slots. */
import type { Json, SessionManifest } from "@toolplane/contract";
import type { PausedSession, Store } from "@toolplane/contract/ports";
import { givenText, storedText } from "@toolplane/readings";
import type { Statements, StoredRow } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";

/** Session manifests; pages are in the order of their ids. */
export function sessionsTable({ read, write }: StoreQueue): Store["sessions"] {
  return {
    async put(manifest) {
      const text = JSON.stringify(manifest);
      await write(({ sql }) => putManifest(sql, manifest, text));
    },
    get: (sessionId) =>
      read(({ sql }) => {
        const row = sql.get(GET_SESSION, storedText(sessionId));
        return row ? manifestOf(row) : null;
      }),
    list: ({ after, limit }) =>
      read(({ sql }) =>
        sql.all(LIST_SESSIONS, after === undefined ? "" : storedText(after), limit).map(manifestOf),
      ),
    async clear(sessionId) {
      const id = storedText(sessionId);
      await write(
        ({ sql }) => {
          sql.run("DELETE FROM sessions WHERE session_id = ?", id);
          sql.run("DELETE FROM approvals WHERE session_id = ? AND scope = 'session'", id);
        },
        { durable: true },
      );
    },
  };
}

/** Keeps it in place of what is there. */
export function putManifest(
  sql: Statements,
  { sessionId, createdAtMs }: SessionManifest,
  text: string,
): void {
  sql.run(PUT_SESSION, storedText(sessionId), createdAtMs, text);
}

const PUT_SESSION =
  "INSERT OR REPLACE INTO sessions (session_id, created_at_ms, manifest) VALUES (?, ?, ?)";
const GET_SESSION = "SELECT session_id, manifest FROM sessions WHERE session_id = ?";
const LIST_SESSIONS =
  "SELECT session_id, manifest FROM sessions WHERE session_id > ? ORDER BY session_id LIMIT ?";

/** It is of the session that it is kept for, whatever it says itself. */
function manifestOf({ session_id, manifest }: StoredRow): SessionManifest {
  const kept = JSON.parse(manifest as string) as SessionManifest;
  return { ...kept, sessionId: givenText(session_id as string) };
}

/** Runs that wait for a person. The answer is on disk before it counts. */
export function pausedTable({ read, write }: StoreQueue): Store["paused"] {
  return {
    async put(row) {
      const { id, conversationId, createdAtMs, answer, resolvedAtMs, ...rest } = row;
      const values = [
        storedText(id),
        storedText(conversationId),
        createdAtMs,
        resolvedAtMs ?? null,
        answer === undefined ? null : storedText(answer),
        JSON.stringify(rest),
      ];
      await write(({ sql }) => sql.run(PUT_PAUSED, ...values), { durable: true });
    },
    newest: (conversationId) =>
      read(({ sql }) => {
        const row = sql.get(NEWEST_PAUSED, storedText(conversationId));
        return row ? pausedOf(row) : null;
      }),
    open: ({ limit }) => read(({ sql }) => sql.all(OPEN_PAUSED, limit).map(pausedOf)),
    list: (conversationId, { limit }) =>
      read(({ sql }) => sql.all(LIST_PAUSED, storedText(conversationId), limit).map(pausedOf)),
    get: (id) =>
      read(({ sql }) => {
        const row = sql.get(GET_PAUSED, storedText(id));
        return row ? pausedOf(row) : null;
      }),
    resolve: (id, answer, atMs) =>
      write(({ sql }) => sql.run(RESOLVE_PAUSED, storedText(answer), atMs, storedText(id)) === 1, {
        durable: true,
      }),
  };
}

const PUT_PAUSED =
  "INSERT OR REPLACE INTO paused_sessions (id, conversation_id, created_at_ms, resolved_at_ms, answer, paused) VALUES (?, ?, ?, ?, ?, ?)";
const NEWEST_PAUSED =
  "SELECT * FROM paused_sessions WHERE conversation_id = ? AND resolved_at_ms IS NULL ORDER BY created_at_ms DESC, id DESC LIMIT 1";
const OPEN_PAUSED =
  "SELECT * FROM paused_sessions WHERE resolved_at_ms IS NULL ORDER BY created_at_ms, id LIMIT ?";
const LIST_PAUSED =
  "SELECT * FROM paused_sessions WHERE conversation_id = ? ORDER BY created_at_ms DESC, id DESC LIMIT ?";
const GET_PAUSED = "SELECT * FROM paused_sessions WHERE id = ?";
const RESOLVE_PAUSED =
  "UPDATE paused_sessions SET answer = ?, resolved_at_ms = ? WHERE id = ? AND resolved_at_ms IS NULL";

function pausedOf(row: StoredRow): PausedSession {
  const rest = JSON.parse(row.paused as string) as Pick<
    PausedSession,
    "question" | "options" | "state"
  >;
  return {
    ...rest,
    id: givenText(row.id as string),
    conversationId: givenText(row.conversation_id as string),
    createdAtMs: row.created_at_ms as number,
    ...(row.answer === null ? {} : { answer: givenText(row.answer as string) }),
    ...(row.resolved_at_ms === null ? {} : { resolvedAtMs: row.resolved_at_ms as number }),
  };
}

/** State that tools keep across turns. */
export function slotsTable({ read, write }: StoreQueue): Store["slots"] {
  return {
    get: (sessionId, toolId) =>
      read(({ sql }) => {
        const row = sql.get(GET_SLOT, storedText(sessionId), storedText(toolId));
        return row ? (JSON.parse(row.value as string) as Json) : null;
      }),
    async put(sessionId, toolId, value) {
      const text = JSON.stringify(value);
      await write(({ sql }) => sql.run(PUT_SLOT, storedText(sessionId), storedText(toolId), text));
    },
    list: ({ after, limit }) =>
      read(({ sql }) =>
        sql
          .all(
            LIST_SLOTS,
            storedText(after?.sessionId ?? ""),
            storedText(after?.toolId ?? ""),
            limit,
          )
          .map((row) => ({
            sessionId: givenText(row.session_id as string),
            toolId: givenText(row.tool_id as string),
            value: JSON.parse(row.value as string) as Json,
          })),
      ),
    replace(sessionId, toolId, { from, to }) {
      const place = [storedText(sessionId), storedText(toolId)] as const;
      const text = JSON.stringify(to);
      return write(({ sql }) =>
        from === null
          ? sql.run(ADD_SLOT, ...place, text) === 1
          : sql.run(REPLACE_SLOT, text, ...place, JSON.stringify(from)) === 1,
      );
    },
  };
}

const GET_SLOT = "SELECT value FROM slots WHERE session_id = ? AND tool_id = ?";
const LIST_SLOTS = `SELECT session_id, tool_id, value FROM slots WHERE (session_id, tool_id) > (?, ?)
ORDER BY session_id, tool_id LIMIT ?`;
const PUT_SLOT = "INSERT OR REPLACE INTO slots (session_id, tool_id, value) VALUES (?, ?, ?)";
const ADD_SLOT = "INSERT OR IGNORE INTO slots (session_id, tool_id, value) VALUES (?, ?, ?)";
const REPLACE_SLOT =
  "UPDATE slots SET value = ? WHERE session_id = ? AND tool_id = ? AND value = ?";
