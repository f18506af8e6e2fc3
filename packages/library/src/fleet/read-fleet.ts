/** Reports on a team's fleet: what the engine knows, and from the record the runs that wait for people and the unknown calls. */
import type { FleetReport } from "@toolplane/contract/console";
import type { Engine, Store } from "@toolplane/contract/ports";
import { classifyCalls, loadRecord } from "@toolplane/kernel/record";
import type { Runs } from "../runs/create-runs.ts";
import { isRunOver } from "../runs/is-run-over.ts";

export interface FleetGround {
  readonly engine: Pick<Engine, "show">;
  readonly store: Pick<Store, "events" | "payloads">;
  readonly runs: Pick<Runs, "list">;
}

/** The newest runs: older ones are found in their lists. */
const MOST_RUNS = 200;
/** Of these the records are read. */
const MOST_READ = 50;

export async function readFleet({ engine, store, runs }: FleetGround): Promise<FleetReport> {
  const [view, listed] = await Promise.all([engine.show(), runs.list({ limit: MOST_RUNS })]);
  // A subagent that works in its parent's segment waits with it.
  const own = listed.filter(({ parentId, apart }) => parentId === null || apart !== undefined);
  const below = (run: string): readonly string[] =>
    own.filter((one) => one.parentId === run && !isRunOver(one)).map(({ id }) => id);
  // Somebody living drives one that works: a call there is at work, and its end is still to come.
  const left = listed.filter(({ status }) => status !== "working");
  const unknown = await Promise.all(
    left.slice(0, MOST_READ).map(async ({ id, sessionId }) => {
      const { rows } = await loadRecord(store, sessionId);
      const calls = classifyCalls(rows).filter(({ state }) => state === "unknown");
      return calls.map(({ callId }) => ({ run: id, sessionId, callId }));
    }),
  );
  return {
    ...view,
    waits: own
      .filter(({ status }) => status === "suspended")
      .map(({ id, prompt, waiting, updatedAtMs }) => {
        return { run: id, prompt, questions: waiting, subagents: below(id), sinceMs: updatedAtMs };
      })
      // One that was answered is in a queue.
      .filter(({ questions, subagents }) => questions.length + subagents.length > 0),
    unknown: unknown.flat(),
  };
}
