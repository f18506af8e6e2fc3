/**
 * A machine of a fleet: the real product on the team's database, with a host name and a data folder of its own. It begins the sessions
 * that it is told to, a line of its input each, and takes every run that nobody drives.
 */
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { scriptedModel } from "@toolplane/agent";
import { defineTool, isToolError, type Tool } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { createToolplane, type Toolplane } from "toolplane";
import { leaveLine } from "../leave-line.ts";
import { KEY, type MachineTask, type MachineWord, planOf, TASK_VARIABLE } from "./machine-task.ts";
import { withoutFence } from "./relinking-store.ts";

const SWEEP_MS = 150;

const task = JSON.parse(process.env[TASK_VARIABLE] ?? "{}") as MachineTask;
const { now } = Date;
Date.now = () => now() + task.aheadMs;
const say = (word: MachineWord) => void process.stdout.write(`${JSON.stringify(word)}\n`);

/** Charges a card. It cannot be taken back, and must not happen twice. */
const charge = defineTool({
  id: "charge",
  description: "Charges a card.",
  parameters: {
    type: "object",
    properties: { name: { type: "string" }, ms: { type: "integer" } },
    required: ["name", "ms"],
    additionalProperties: false,
  },
  requires: {},
  mode: "local",
  async execute({ name, ms }: { readonly name: string; readonly ms: number }) {
    leaveLine(task.effects, name);
    await pause(ms);
    return "charged";
  },
}) as unknown as Tool;

/** All calls in one answer, one after the other: between two states of the run many of them are made. */
const model = scriptedModel(({ messages }, turn) => {
  const said = messages.find(({ role }) => role === "user") as { readonly text?: string };
  const { name, calls, ms } = planOf(said?.text ?? "");
  if (turn > 0) return { text: "Done." };
  return {
    calls: Array.from({ length: calls }, (_, at) => ({
      name: "charge",
      arguments: { name: `${name}-${at}`, ms },
    })),
  };
});

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
  tools: [charge],
  sandbox: "none",
  skills: false,
  policy: [{ permission: "charge", pattern: "*", action: "allow" }],
  onWarning: () => {},
});
const mine = new Set<string>();

async function drive(run: string | undefined, prompt = ""): Promise<void> {
  const name = run ?? randomUUID();
  mine.add(name);
  try {
    const agent = await toolplane.agent({
      model,
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
