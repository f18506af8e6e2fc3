/** Faults that the run must find: each breaks one promise that the record makes. */
import type { RecordBatch, Recorder, Store } from "@toolplane/contract/ports";

const PLANTED_FAULTS = ["intent-not-awaited", "unknown-rerun", "commit-dropped"] as const;

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

/** Keeps the last record of a session out of the store until something follows it, and reports to every caller that it is in. */
export function withoutLastCommit<T extends Store>(store: T): T {
  const last = new Map<string, RecordBatch>();
  return {
    ...store,
    async record(batch) {
      const sessionId = batch.chains[0]?.rows[0]?.sessionId ?? "";
      const held = last.get(sessionId);
      last.set(sessionId, batch);
      if (held) await store.record(held);
    },
  };
}
