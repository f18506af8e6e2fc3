/** Workers that share a store: a run that was taken is fenced, and a lease goes by the clock of the store, where it gives any. */
import type { Store } from "@toolplane/contract/ports";
import { createRecorder, type StoreRecorder } from "@toolplane/kernel/record";
import { createCountingIds } from "../create-counting-ids.ts";
import { createFakeClock } from "../create-fake-clock.ts";
import { differs, firstProblem } from "../suite/compare-values.ts";
import { runOf } from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

const ALL = { from: 0, limit: 1_000 };
/** Leases that hold longer are not waited for. */
const LONGEST_MS = 2_000;

export const workerChecks: readonly StoreCheck[] = [
  {
    name: "a worker whose run was taken begins no call of it any more",
    async run(store, { beside }) {
      if (!beside) return null;
      const other = await beside(store);
      try {
        const one = openRecorder(store);
        const two = openRecorder(other);
        const run = { sessionId: "ses_1", runId: "run_1" };
        await store.runs.put(runOf("run_1", { owner: "one", length: 0 }), []);
        one.runs.begin({ ...run, owner: "one" });
        const before = await begins(one, "a");
        await other.runs.claim("run_1", { owner: "two", expected: "one" });
        await two.runs.claim({ ...run, owner: "two" });
        const after = [await begins(one, "b"), await begins(two, "c"), await begins(one, "d")];
        const rows = await store.events.read("ses_1", ALL);
        return firstProblem(
          differs("its call before", before, "begun"),
          differs("its calls after, and the other's between them", after, [
            ...["conflict", "begun", "conflict"],
          ]),
          differs(
            "the rows",
            rows.map(({ type }) => type),
            ["call-intent", "run-claimed", "call-intent"],
          ),
        );
      } finally {
        await other.close();
      }
    },
  },
  {
    name: "a lease is its worker's alone, and ends with the store (of a store that gives any)",
    async run(store, { beside }) {
      if (!store.leases || !beside) return null;
      const other = await beside(store);
      try {
        const { worker } = store.leases;
        const held = async () => (await other.leases?.isHeld(worker)) ?? null;
        const before = await held();
        await store.leases.renew();
        const after = await held();
        const own = other.leases?.worker ?? worker;
        const others = await store.leases.isHeld(own);
        await store.close();
        return firstProblem(
          differs("that they have names of their own", own === worker, false),
          differs(
            "before it, with it, of the other",
            [before, after, others],
            [false, true, false],
          ),
          differs("when its store is closed", await held(), false),
        );
      } finally {
        await other.close();
      }
    },
  },
  {
    name: "a lease that is not renewed runs out (of a store that gives any)",
    async run({ leases }) {
      if (!leases || leases.forMs > LONGEST_MS) return null;
      await leases.renew();
      const until = performance.now() + 10 * leases.forMs + LONGEST_MS;
      while (await leases.isHeld(leases.worker))
        if (performance.now() > until) return "it holds on";
      await leases.renew();
      return (await leases.isHeld(leases.worker)) ? null : "it cannot be had again";
    },
  },
];

function openRecorder(store: Store): StoreRecorder {
  const key = new Uint8Array(32).fill(7);
  return createRecorder({ store, key, clock: createFakeClock(), ids: createCountingIds() });
}

async function begins(recorder: StoreRecorder, callId: string): Promise<string> {
  const call = { sessionId: "ses_1", callId, tool: "charge", origin: "project", atMs: 1 };
  try {
    await recorder.intent({ ...call, arguments: {}, footprint: { resources: [] } });
    return "begun";
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error);
  }
}
