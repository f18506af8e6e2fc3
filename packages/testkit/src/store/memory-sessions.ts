/** Conversations in a memory store: manifests, chat parts, paused runs, state slots. */
import type { ChatPart, PausedSession, SlotRow, Store } from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import type { StoreGate } from "./store-gate.ts";
import { innerMap, type StoreTables } from "./store-tables.ts";

/** Session manifests; pages are in the order of their ids. */
export function memorySessions(gate: StoreGate): Store["sessions"] {
  return {
    put(given) {
      const manifest = copyValue(given);
      return gate.write("sessions.put", ({ sessions }) => {
        sessions.set(manifest.sessionId, manifest);
      });
    },
    get: (sessionId) =>
      gate.read("sessions.get", ({ sessions }) => copyValue(sessions.get(sessionId) ?? null)),
    list: ({ after, limit }) =>
      gate.read("sessions.list", ({ sessions }) => {
        const ids = [...sessions.keys()].sort();
        const page = ids.filter((id) => after === undefined || id > after).slice(0, limit);
        return page.map((id) => copyValue(sessions.get(id))).filter((found) => found !== undefined);
      }),
    clear: (sessionId) =>
      gate.write("sessions.clear", ({ sessions, approvals }) => {
        sessions.delete(sessionId);
        for (const [id, { scope, sessionId: owner }] of approvals) {
          if (owner === sessionId && scope === "session") approvals.delete(id);
        }
      }),
  };
}

/** Chat parts: one for each tool call, with the id and the place it first had. */
export function memoryParts(gate: StoreGate): Store["parts"] {
  return {
    upsert(given) {
      const part = copyValue(given);
      return gate.write("parts.upsert", (tables) => putPart(tables, part));
    },
    list: (sessionId) =>
      gate.read("parts.list", ({ parts }) =>
        copyValue([...(parts.get(sessionId)?.values() ?? [])].sort(byId)),
      ),
  };
}

/** A call has one part, which keeps its id. */
export function putPart({ parts }: StoreTables, part: ChatPart): void {
  const own = innerMap(parts, part.sessionId);
  const known = own.get(part.toolCallId);
  own.set(part.toolCallId, known ? { ...part, id: known.id } : part);
}

function byId(left: ChatPart, right: ChatPart): number {
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

/** Runs that wait for a person. */
export function memoryPaused(gate: StoreGate): Store["paused"] {
  return {
    put(given) {
      const row = copyValue(given);
      return gate.write("paused.put", ({ paused }) => {
        paused.set(row.id, row);
      });
    },
    newest: (conversationId) =>
      gate.read("paused.newest", ({ paused }) => {
        const open = [...paused.values()].filter(
          (row) => row.conversationId === conversationId && row.resolvedAtMs === undefined,
        );
        return copyValue(open.sort(byAge).at(-1) ?? null);
      }),
    open: ({ limit }) =>
      gate.read("paused.open", ({ paused }) => {
        const open = [...paused.values()].filter(({ resolvedAtMs }) => resolvedAtMs === undefined);
        return copyValue(open.sort(byAge).slice(0, limit));
      }),
    list: (conversationId, { limit }) =>
      gate.read("paused.list", ({ paused }) => {
        const own = [...paused.values()].filter((row) => row.conversationId === conversationId);
        return copyValue(own.sort(byAge).reverse().slice(0, limit));
      }),
    get: (id) => gate.read("paused.get", ({ paused }) => copyValue(paused.get(id) ?? null)),
    resolve: (id, answer, atMs) =>
      gate.write("paused.resolve", ({ paused }) => {
        const row = paused.get(id);
        if (!row || row.resolvedAtMs !== undefined) return false;
        paused.set(id, { ...row, answer, resolvedAtMs: atMs });
        return true;
      }),
  };
}

function byAge(left: PausedSession, right: PausedSession): number {
  return left.createdAtMs - right.createdAtMs || (left.id < right.id ? -1 : 1);
}

/** State that tools keep across turns. */
export function memorySlots(gate: StoreGate): Store["slots"] {
  return {
    get: (sessionId, toolId) =>
      gate.read("slots.get", ({ slots }) => copyValue(slots.get(sessionId)?.get(toolId) ?? null)),
    list: ({ after = { sessionId: "", toolId: "" }, limit }) =>
      gate.read("slots.list", ({ slots }) =>
        copyValue(
          [...slots]
            .flatMap(([sessionId, own]) =>
              [...own].map(([toolId, value]) => ({ sessionId, toolId, value })),
            )
            .filter((row) => isBefore(after, row))
            .sort((left, right) => (isBefore(left, right) ? -1 : 1))
            .slice(0, limit),
        ),
      ),
    put(sessionId, toolId, given) {
      const value = copyValue(given);
      return gate.write("slots.put", ({ slots }) => {
        innerMap(slots, sessionId).set(toolId, value);
      });
    },
    replace(sessionId, toolId, change) {
      const { from, to } = copyValue(change);
      return gate.write("slots.replace", ({ slots }) => {
        const now = slots.get(sessionId)?.get(toolId) ?? null;
        if (JSON.stringify(now) !== JSON.stringify(from)) return false;
        innerMap(slots, sessionId).set(toolId, to);
        return true;
      });
    },
  };
}

type SlotPlace = Pick<SlotRow, "sessionId" | "toolId">;

function isBefore(left: SlotPlace, right: SlotPlace): boolean {
  if (left.sessionId !== right.sessionId) return left.sessionId < right.sessionId;
  return left.toolId < right.toolId;
}
