/**
 * A machine of a fleet: the real product on the team's database, with a host name and a data folder of its own. It begins the sessions
 * that it is told to, a line of its input each, and takes every run that nobody drives.
 */
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { isToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { createToolplane, type Toolplane } from "toolplane";
import { chargingModel, chargingTools } from "./charging.ts";
import { KEY, type MachineTask, type MachineWord, TASK_VARIABLE } from "./machine-task.ts";
import { withoutFence } from "./relinking-store.ts";
import { workFor } from "./work-for.ts";

const SWEEP_MS = 150;

const task = JSON.parse(process.env[TASK_VARIABLE] ?? "{}") as MachineTask;
const { now } = Date;
Date.now = () => now() + task.aheadMs;
const say = (word: MachineWord) => void process.stdout.write(`${JSON.stringify(word)}\n`);

/** A machine that starts while the database is down waits for it. */
async function openStore(): Promise<Store> {
  const { url, leaseMs, patienceMs } = task;
  for (;;) {
    try {
      return await openPostgresStore({ url, leaseMs, patienceMs });
    } catch (error) {
      if (!isToolError(error) || error.code !== "unavailable") throw error;
      await pause(SWEEP_MS);
    }
  }
}

const store = await openStore();
const toolplane: Toolplane = await createToolplane({
  workspace: task.workspace,
  userData: task.userData,
  record: { store: task.isFenced ? store : withoutFence(store, KEY), key: KEY },
  tools: chargingTools(task.effects, task.isWorker),
  sandbox: task.isWorker ? "auto" : "none",
  skills: false,
  policy: [
    { permission: "charge", pattern: "*", action: "allow" },
    { permission: "sign", pattern: "*", action: "ask" },
  ],
  onWarning: () => {},
});
if (task.isWorker) await workFor({ task, store, toolplane, say });
else await takeAll();

/** Begins what it is told to, and takes every run that nobody drives. */
async function takeAll(): Promise<void> {
  const mine = new Set<string>();

  async function drive(run: string | undefined, prompt = ""): Promise<void> {
    const name = run ?? randomUUID();
    mine.add(name);
    try {
      const agent = await toolplane.agent({
        model: chargingModel(task.isWorker),
        strategy: "sequential",
        ...(run === undefined ? {} : { run }),
      });
      if (run !== undefined) say({ says: "goes-on", run });
      try {
        const outcome = await (run === undefined ? agent.run(prompt) : agent.goOn());
        say({ says: "ended", run: agent.state().loopId, why: outcome.status });
      } finally {
        await agent.close();
      }
    } catch (error) {
      say({ says: "refused", run: name, why: error instanceof Error ? error.message : "" });
    } finally {
      mine.delete(name);
    }
  }

  createInterface({ input: process.stdin }).on("line", (prompt) => void drive(undefined, prompt));
  say({ says: "up" });
  for (;;) {
    await pause(SWEEP_MS);
    const runs = await toolplane.runs.list({ limit: 100 }).catch(() => []);
    for (const { id, status } of runs)
      if ((status === "interrupted" || status === "ready") && !mine.has(id)) void drive(id);
  }
}
