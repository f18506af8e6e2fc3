import type { BackgroundRun, BackgroundRuns } from "@toolplane/contract";
import { createMemoryHost, createScriptedAgent, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { tasksTool } from "./tasks-tool.ts";

describeToolConformance(
  { describe, it },
  {
    tool: tasksTool,
    host: () => createMemoryHost(),
    valid: [{ action: "list" }],
    invalid: [
      {},
      { action: "start" },
      { action: "wait", session_id: "" },
      { action: "list", x: 1 },
    ],
    patienceMs: 50,
  },
);

/** Two runs: one that has ended, and one that ends when it is stopped. */
function twoRuns() {
  const stopped = Promise.withResolvers<void>();
  const runs = new Map<string, BackgroundRun>([
    ["a", { sessionId: "a", agent: "search", state: "done", prompt: "Look.", output: "Blue." }],
    ["b", { sessionId: "b", agent: "general", state: "running", prompt: "Work.", output: "" }],
  ]);
  const background: BackgroundRuns = {
    list: () => [...runs.values()],
    async wait(id, signal) {
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      if (runs.get(id)?.state === "running") await Promise.race([stopped.promise, aborted]);
      return runs.get(id) ?? null;
    },
    stop(id) {
      const run = runs.get(id);
      if (run?.state !== "running") return false;
      runs.set(id, { ...run, state: "stopped" });
      stopped.resolve();
      return true;
    },
  };
  return { ...createScriptedAgent([]), background: () => background };
}

const ENDED = {
  session_id: "a",
  agent: "search",
  state: "done",
  prompt: "Look.",
  output: "Blue.",
};

describe("the tool tasks", () => {
  it("lists what runs in the background and what has ended", async () => {
    const { call } = openSessionWorld(tasksTool, { kernel: { agent: twoRuns() } });
    expect(await call({ action: "list" })).toMatchObject({
      data: { tasks: [ENDED, { session_id: "b", state: "running", prompt: "Work." }] },
    });
  });

  it("waits for one that has ended already, and stops one that runs", async () => {
    const { call } = openSessionWorld(tasksTool, { kernel: { agent: twoRuns() } });
    expect(await call({ action: "wait", session_id: "a" })).toMatchObject({
      data: { tasks: [ENDED] },
    });
    expect(await call({ action: "stop", session_id: "b" })).toMatchObject({
      data: { tasks: [{ session_id: "b", state: "stopped" }] },
    });
  });

  it("waits no longer than its timeout", async () => {
    const { call, host } = openSessionWorld(tasksTool, { kernel: { agent: twoRuns() } });
    const result = call({ action: "wait", session_id: "b", timeout_ms: 500 });
    await Promise.resolve();
    host.clock.advance(500);
    expect(await result).toMatchObject({ data: { tasks: [{ state: "running" }] } });
  });

  it("says what is missing: an id, a run of that id, an agent", async () => {
    const { call } = openSessionWorld(tasksTool, { kernel: { agent: twoRuns() } });
    expect(await call({ action: "wait" })).toMatchObject({ code: "invalid_input" });
    expect(await call({ action: "stop", session_id: "z" })).toMatchObject({ code: "not_found" });
    expect(await openSessionWorld(tasksTool).call({ action: "list" })).toMatchObject({
      code: "unavailable",
    });
  });
});
