import {
  createMemoryHost,
  createScriptedBroker,
  describeToolConformance,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { planTool } from "../../packages/tools/src/plan/plan-tool.ts";
import { planExitTool } from "../../packages/tools/src/plan-exit/plan-exit-tool.ts";
import { openSessionWorld } from "./session-world.ts";

const host = () => createMemoryHost();
describeToolConformance(
  { describe, it },
  {
    tool: planTool,
    host,
    valid: [{ plan: "1. Test" }, {}],
    invalid: [{ plan: "" }, { plan: 1 }, { steps: [] }],
    patienceMs: 50,
  },
);
describeToolConformance(
  { describe, it },
  {
    tool: planExitTool,
    host,
    valid: [{ plan: "1. Test" }],
    invalid: [{}, { plan: "" }, { plan: "x", approved: true }],
    patienceMs: 50,
  },
);

describe("the tool plan", () => {
  it("keeps the session's plan, and gives it back", async () => {
    const { call, open } = openSessionWorld(planTool);
    expect(await call({})).toMatchObject({ data: { revision: 0, plan: null } });
    expect(await call({ plan: "First" })).toMatchObject({ data: { revision: 1 } });
    expect(await call({ plan: "Second" })).toMatchObject({
      data: { revision: 2 },
      details: { before: "First", after: "Second" },
    });
    expect(await call({})).toMatchObject({ data: { revision: 2, plan: "Second" } });
    const other = await open().call({ id: "x", name: "plan", arguments: {} });
    expect(other).toMatchObject({ data: { plan: null } });
  });
});

describe("the tool plan_exit", () => {
  it.each([
    [["Begin"], { approved: true }],
    [["Keep planning"], { approved: false }],
    [["Keep planning", "No new packages."], { approved: false, feedback: "No new packages." }],
    [["Begin", "but slowly"], { approved: false, feedback: "but slowly" }],
    [[], { approved: false }],
  ])("reads the answer %j", async (answer, data) => {
    const broker = createScriptedBroker(() => ({ choice: "answers", answers: [answer] }));
    const { call } = openSessionWorld(planExitTool, { kernel: { broker } });
    const result = await call({ plan: "1. Test\n2. Ship" });
    expect(result.type === "output" && result.data).toEqual(data);
    expect(broker.questions()[0]?.questions?.[0]?.question).toContain("1. Test\n2. Ship");
  });

  it("says so where nobody can be asked", async () => {
    expect(await openSessionWorld(planExitTool).call({ plan: "x" })).toMatchObject({
      code: "unavailable",
    });
  });
});
