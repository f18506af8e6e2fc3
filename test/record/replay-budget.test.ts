import { defineTool, output, type Tool } from "@toolplane/contract";
import { createTokenLedger } from "@toolplane/kernel";
import { replay } from "@toolplane/kernel/record";
import { describe, expect, it } from "vitest";
import { codeOf } from "../road/fixture.ts";
import { openRecorded } from "./fixture.ts";

const costly: Tool = defineTool({
  id: "costly",
  description: "Says what it cost.",
  parameters: { type: "object", properties: { tokens: { type: "integer" } }, required: ["tokens"] },
  requires: {},
  gated: false,
  execute: ({ tokens }) => output("ok", { usage: { tokens } }),
});

describe("replay of a workflow with a budget", () => {
  it("runs out at the same call, because what a call had cost is fed back", async () => {
    const tokens = () => createTokenLedger({ maxTokens: 100 });
    const world = openRecorded({ kernel: { tools: [costly] }, session: { tokens: tokens() } });
    const codes = [];
    for (const cost of [60, 30, 30, 1])
      codes.push(codeOf(await world.call("costly", { tokens: cost })));
    expect(codes).toEqual(["output", "output", "budget_exceeded", "budget_exceeded"]);
    const report = await replay(
      await world.record(),
      world.kernel.replayer({ id: "ses_1", tokens: tokens() }),
    );
    expect(report.calls.filter(({ outcome }) => outcome !== "same")).toEqual([]);
    expect(report.rows.same).toBe(report.rows.of);
  });
});
