/**
 * Records change sets that a bound let go of, as rows in the session of their call. No person decided it, so a later search for
 * the set must find out where it went. The host may drop some before there is a record to write to.
 */
import type { DroppedSet } from "@toolplane/host";
import { told } from "./open-sessions.ts";
import type { RecordLanding } from "./record-landing.ts";

export interface DroppedSets {
  add(set: DroppedSet): void;
  recordWith(record: RecordLanding): void;
  /** Resolves when every set so far has its row, or its failure to get one was reported. */
  settled(): Promise<void>;
}

export function createDroppedSets(): DroppedSets {
  let record: RecordLanding | null = null;
  let early: DroppedSet[] = [];
  let last = Promise.resolve();
  const write = (set: DroppedSet, by: RecordLanding): void => {
    last = last.then(() => by(...rowOf(set)).then(() => {}, told));
  };
  return {
    add(set) {
      if (record === null) early.push(set);
      else write(set, record);
    },
    recordWith(by) {
      record = by;
      for (const set of early) write(set, by);
      early = [];
    },
    settled: () => last,
  };
}

/** Only the first paths of a set that waits are known; the counts tell the rest. */
function rowOf({ sessionId, callId, landing }: DroppedSet): Parameters<RecordLanding> {
  const paths = landing.changes.map(({ path }) => path);
  return [
    { sessionId, callId, action: "drop", by: "toolplane", paths, without: [] },
    async () => ({ ...landing, state: "dropped", why: "bound" }),
  ];
}
