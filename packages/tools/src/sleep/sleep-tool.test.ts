import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { sleepTool } from "./sleep-tool.ts";

// A wait holds no door, so the suite can only see it stopped when the deadline comes before its end.
describeToolConformance(
  { describe, it },
  {
    tool: sleepTool,
    host: () => createMemoryHost(),
    valid: [{ duration_ms: 0 }, { duration_ms: 300_000, reason: "The server starts." }],
    invalid: [{}, { duration_ms: -1 }, { duration_ms: 300_001 }, { duration_ms: 1, until: "x" }],
    mayFailWith: ["timeout"],
    kernel: { toolConfig: { sleep: { timeoutMs: 1_000 } } },
    patienceMs: 50,
  },
);

describe("the tool sleep", () => {
  it("comes back when the time is over, the longest time included", async () => {
    const { call, host, session } = openSessionWorld(sleepTool);
    const told: string[] = [];
    session.on((event) => {
      if (event.type === "call-progress") told.push(event.text);
    });
    const result = call({ duration_ms: 300_000, reason: "The server starts." });
    await host.clock.advance(299_999);
    let over = false;
    void result.then(() => {
      over = true;
    });
    await host.clock.advance(0);
    expect(over).toBe(false);
    await host.clock.advance(1);
    expect(await result).toMatchObject({ data: { slept_ms: 300_000 } });
    expect(told).toEqual(["The server starts."]);
  });

  it("ends at once when it is cancelled", async () => {
    const { call, host, session } = openSessionWorld(sleepTool);
    const result = call({ duration_ms: 60_000 });
    await host.clock.advance(10);
    session.cancel();
    expect(await result).toMatchObject({ code: "cancelled", metadata: { duration_ms: 10 } });
  });
});
