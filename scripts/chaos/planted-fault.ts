/** Faults that the run must find: each breaks one promise that the record makes. */
import type { ChainHead, EventRow, Recorder, Store } from "@toolplane/contract";

/** By name. */
export const PLANTED_FAULTS = ["intent-not-awaited", "unknown-rerun", "commit-dropped"] as const;

/** One of them. */
export type PlantedFault = (typeof PLANTED_FAULTS)[number];

/** The intent is handed in a little later, and the call runs at once. */
export function withoutAwaitedIntent<T extends Recorder>(recorder: T): T {
  return {
    ...recorder,
    intent(entry) {
      setTimeout(() => void recorder.intent(entry), 20);
      return undefined;
    },
  };
}

/** What is appended last to a session is not in the store until something follows it; everybody is told that it is. */
export function withoutLastCommit<T extends Store>(store: T): T {
  const last = new Map<string, readonly [readonly EventRow[], ChainHead | null]>();
  return {
    ...store,
    events: {
      ...store.events,
      async append(rows, head) {
        const sessionId = rows[0]?.sessionId ?? "";
        const held = last.get(sessionId);
        last.set(sessionId, [rows, head]);
        if (held) await store.events.append(...held);
      },
    },
  };
}
