/** The runs of agents that a toolplane keeps. What they take is loaded with the first agent or the first question about one. */

import { ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { StoreRecorder } from "@toolplane/kernel/record";
import type { RunsOfAgents } from "../agent/keep-run.ts";
import type { AnsweredLandings } from "../runs/answered-landings.ts";
import type { Runs } from "../runs/create-runs.ts";
import { readPolicy } from "./options/read-policy.ts";
import type { ToolplaneOptions } from "./options/toolplane-options.ts";
import { type Keep, userDataOf } from "./sessions/open-record.ts";
import type { Sessions } from "./sessions/open-sessions.ts";
import type { Toolplane } from "./toolplane.ts";

interface RunsGround {
  readonly keep: Keep | null;
  readonly record: StoreRecorder | null;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly landings: AnsweredLandings;
}

export interface ToolplaneRuns {
  readonly api: Pick<Toolplane, "runs" | "fork">;
  /** Rejects with a ToolError `unavailable` where no record is kept. */
  forEngine(): Promise<{ readonly runs: Runs; readonly store: Keep["store"] }>;
  /** Null where no record is kept. */
  forAgents(): Promise<RunsOfAgents | null>;
}

/** Workers that took a run before its first call, each with a row of its own: more would be no accident. */
const MOST_CLAIMS = 100;

export function toolplaneRuns(
  options: ToolplaneOptions,
  { keep, record, clock, sessions, landings }: RunsGround,
): ToolplaneRuns {
  let loading: Promise<Runs> | null = null;
  const load = (): Promise<Runs> => {
    if (!keep) throw new ToolError("unavailable", "No record is kept, so no run is.");
    loading ??= import("../runs/create-runs.ts").then(({ createRuns }) =>
      createRuns({ ...keep, clock, userData: userDataOf(options), fence: record?.runs ?? null }),
    );
    return loading;
  };
  return {
    api: {
      runs: {
        list: async (query) => (keep ? (await load()).list(query) : []),
        open: async (id) => (await load()).open(id),
        remove: async (id) => (await load()).remove(id),
      },
      async fork(runId, given) {
        const runs = await load();
        const { forkRun } = await import("../runs/fork-run.ts");
        const { readLabels } = await import("./sessions/read-labels.ts");
        await sessions.written();
        const { store } = keep as Keep;
        const seen = async (id: string) => (await readLabels(store, id)).seen;
        const policy = await readPolicy(options.policy);
        return forkRun({ runs, store, seen, userData: userDataOf(options), policy }, runId, given);
      },
    },
    forEngine: async () => ({ runs: await load(), store: (keep as Keep).store }),
    async forAgents() {
      if (!keep) return null;
      const [{ readEarlierCalls }, { createRunBroker }, { ownWaiter }, { readLabels }] =
        await Promise.all([
          import("../runs/earlier-calls.ts"),
          import("../runs/create-run-broker.ts"),
          import("../approvals/waiter.ts"),
          import("./sessions/read-labels.ts"),
        ]);
      const { broker: here } = options;
      const suspending: RunsOfAgents["suspending"] = (which) => {
        const kept = createRunBroker({ ...keep, clock, waiter: ownWaiter(keep.store), here: null });
        if (which === undefined || here === undefined) return kept;
        return {
          ask: (question, ...rest) =>
            (question.kind === "tool" ? kept : here).ask(question, ...rest),
        };
      };
      return {
        runs: await load(),
        hasBroker: options.broker !== undefined,
        slots: keep.store.slots,
        resumeSession: sessions.resume,
        openBelow: sessions.openBelow,
        seen: async (id) => (await readLabels(keep.store, id)).seen,
        async isRecorded(id) {
          const rows = await keep.store.events.read(id, { from: 0, limit: MOST_CLAIMS });
          return rows.length === MOST_CLAIMS || rows.some(({ type }) => type !== "run-claimed");
        },
        written: sessions.written,
        confirm: async (sessionId) => record?.confirm?.(sessionId),
        async earlier(sessionId, calls, { suspends }) {
          await sessions.written();
          const broker = (suspends ? undefined : options.broker) ?? suspending();
          const ground = { ...keep, wallMs: clock.wallMs, landings, broker };
          return readEarlierCalls(ground, sessionId, calls);
        },
        suspending,
      };
    },
  };
}
