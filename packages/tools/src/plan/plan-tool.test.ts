import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { planTool } from "./plan-tool.ts";

describeToolConformance(
  { describe, it },
  {
    tool: planTool,
    host: () => createMemoryHost(),
    valid: [{ plan: "1. Test" }, {}],
    invalid: [{ plan: "" }, { plan: 1 }, { steps: [] }],
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
