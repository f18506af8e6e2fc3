import {
  createMemoryHost,
  createScriptedBroker,
  describeToolConformance,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { planExitTool } from "./plan-exit-tool.ts";

describeToolConformance(
  { describe, it },
  {
    tool: planExitTool,
    host: () => createMemoryHost(),
    valid: [{ plan: "1. Test" }],
    invalid: [{}, { plan: "" }, { plan: "x", approved: true }],
    patienceMs: 50,
  },
);

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

  it("says so where there is no person to ask", async () => {
    expect(await openSessionWorld(planExitTool).call({ plan: "x" })).toMatchObject({
      code: "unavailable",
    });
  });
});
