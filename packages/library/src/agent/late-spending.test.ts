import { advance, loopSettings, newLoop } from "@toolplane/agent";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { createRuns } from "../runs/create-runs.ts";
import { openAgentRun, type RunsOfAgents } from "./keep-run.ts";

const key = new Uint8Array(32).fill(3);
const about = { model: "m", prompt: "p", workspace: null };
const spent = { inputTokens: 100, outputTokens: 10, costMicros: 700 };

it("a run whose process ended while a subagent worked counts what that had used", async () => {
  const store = createMemoryStore();
  const runs = createRuns({ store, key, clock: createFakeClock(), stateOf: () => "gone" });
  const begun = (id: string) =>
    advance(newLoop(id, loopSettings({ limits: { costMicros: 500 } })), {
      type: "prompt",
      text: "x",
    }).state;
  const above = runs.begin({ id: "above", sessionId: "s1", about });
  const below = runs.begin({
    id: "below",
    sessionId: "s2",
    about,
    parent: { runId: "above", callId: "call_1" },
  });
  await above.keep(begun("above"));
  await below.keep({ ...begun("below"), spent });
  await above.release();
  const keeping = { runs } as RunsOfAgents;
  const options = { model: "m", run: "above" };
  const first = await openAgentRun(keeping, options);
  expect(first.state).toMatchObject({ spent, spentBelow: spent });
  expect(first.lateSpent).toEqual(spent);
  // Once it is kept it is counted once, wherever the run goes on.
  if (first.state === null) throw new TypeError("it has no state");
  await first.keep(first.state, {
    session: { manifest: {} } as never,
    model: { id: "m" } as never,
  });
  await first.release();
  const second = await openAgentRun(keeping, options);
  expect([second.state?.spent, second.lateSpent]).toEqual([spent, null]);
});
