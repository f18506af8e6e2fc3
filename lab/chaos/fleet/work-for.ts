/** A machine as a worker on the engine: it submits the sessions that it is told to, and drives what its queues give. */
import { createInterface } from "node:readline";
import type { Engine, Store } from "@toolplane/contract/ports";
import { openDbosEngine } from "@toolplane/fleet";
import { createSystemClock } from "@toolplane/host";
import { createRuns } from "@toolplane/library/inside";
import { createDrive, submitNew } from "@toolplane/library/rooms/fleet";
import type { Toolplane } from "toolplane";
import { chargingModel } from "./charging.ts";
import { KEY, type MachineTask, type MachineWord } from "./machine-task.ts";

export interface WorkingMachine {
  readonly task: MachineTask;
  readonly store: Store;
  readonly toolplane: Toolplane;
  readonly say: (word: MachineWord) => void;
}

const DRAIN_MS = 3_000;
const POLL_MS = 200;

export async function workFor({ task, store, toolplane, say }: WorkingMachine): Promise<void> {
  if (!store.leases) throw new TypeError("It gives no leases.");
  const engine = await openDbosEngine({ url: task.url, leases: store.leases, pollMs: POLL_MS });
  const drive = createDrive({
    store,
    toolplaneOf: async () => toolplane,
    modelOf: async () => chargingModel(true),
    options: { strategy: "sequential" },
  });
  const offer = {
    name: task.userData.split("/").at(-1) ?? "",
    queues: ["default"],
    versions: task.versions,
    labels: [],
    concurrency: task.concurrency,
  };
  await engine.work(offer, async (run, segment) => {
    say({ says: "goes-on", run });
    const end = await drive(run, segment);
    say({ says: "ended", run, why: end.state });
    return end;
  });
  process.once("SIGTERM", async () => {
    const { left } = await engine.drain({ withinMs: DRAIN_MS });
    say({ says: "left" });
    if (left.length === 0) await toolplane.close();
    await engine.close();
    await store.close();
    process.exit(0);
  });
  // What a later program would say; the loop that drives them is the same one.
  const newest: Pick<Engine, "submit" | "find"> = {
    find: engine.find,
    submit: (run, order) =>
      engine.submit(run, { ...order, version: task.versions.at(-1) ?? order.version }),
  };
  const runs = createRuns({ store, key: KEY, clock: createSystemClock() });
  createInterface({ input: process.stdin }).on("line", async (prompt) => {
    const left = { prompt, model: "charging", workspace: null };
    // The answer to a submission may be lost with the database: under its key it is the same one again.
    for (;;) {
      try {
        await submitNew({ engine: newest, runs, store }, left, { key: prompt });
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    }
  });
  say({ says: "up" });
}
