/** Figures of a memory store, counted from all of its rows each time. */
import {
  type EventCount,
  SESSIONS_CHAIN,
  type SessionActivity,
  type Store,
} from "@toolplane/contract/ports";
import type { StoreGate } from "./store-gate.ts";
import type { StoreTables } from "./store-tables.ts";

const DAY_MS = 86_400_000;
const TOOL_PART = "tool-";

export function memoryCounts(
  gate: StoreGate,
): Pick<Store, "countTools" | "activity" | "countEvents"> {
  return {
    countTools: () => gate.read("countTools", countTools),
    activity: ({ sinceMs, limit }) =>
      gate.read("activity", (tables) =>
        activity(tables)
          .filter(({ lastAtMs }) => lastAtMs >= sinceMs)
          .slice(0, limit),
      ),
    countEvents: (sinceDay) =>
      gate.read("countEvents", (tables) =>
        countEvents(tables).filter(({ day }) => day >= sinceDay),
      ),
  };
}

function countTools({ parts }: StoreTables): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const own of parts.values())
    for (const { type } of own.values()) {
      const tool = type.startsWith(TOOL_PART) ? type.slice(TOOL_PART.length) : type;
      counts.set(tool, (counts.get(tool) ?? 0) + 1);
    }
  return counts;
}

function activity({ events }: StoreTables): readonly SessionActivity[] {
  return [...events]
    .filter(([id, { rows }]) => id !== SESSIONS_CHAIN && rows.length > 0)
    .map(([sessionId, { rows }]) => ({
      sessionId,
      rows: rows.length,
      lastAtMs: Math.max(...rows.map(({ atMs }) => atMs)),
    }))
    .sort((left, right) => right.lastAtMs - left.lastAtMs);
}

function countEvents({ events }: StoreTables): readonly EventCount[] {
  const counts = new Map<string, EventCount>();
  for (const [id, { rows }] of events)
    for (const { atMs, type } of id === SESSIONS_CHAIN ? [] : rows) {
      const day = Math.floor(atMs / DAY_MS);
      const key = `${day} ${type}`;
      counts.set(key, { day, type, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  return [...counts.values()].sort(
    (left, right) => left.day - right.day || (left.type < right.type ? -1 : 1),
  );
}
