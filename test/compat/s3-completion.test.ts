import { decideCompletion } from "@toolplane/compat";
import { defineTool, type FlowHints, type Tool, ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { allowAll, openWorld } from "../road/fixture.ts";

/** Fails as S3's tools do: with its own word on whether the run goes on. */
const calendar: Tool = defineTool({
  id: "create_event",
  description: "Creates an event.",
  parameters: { type: "object", properties: { start: { type: "string" } }, required: ["start"] },
  requires: {},
  execute: ({ start }) => {
    if (start === "down") throw failure("Calendar service unavailable", { terminal: true });
    if (start === "noon") throw failure("Invalid date format", { needs_followup: true });
    return { eventId: "e_777" };
  },
});

function failure(message: string, flow: FlowHints): ToolError {
  return new ToolError("failed", message, { flow });
}

/** A loop with a scripted model: one call a turn, until it has nothing more to say or the run ends. */
async function runLoop(starts: readonly string[]): Promise<readonly string[]> {
  const world = openWorld({ rules: [allowAll], kernel: { tools: [calendar] } });
  const turns: string[] = [];
  for (const [index, start] of starts.entries()) {
    const call = { id: `c${index}`, name: "create_event", arguments: { start } };
    const { results } = await world.session.callAll([call]);
    turns.push(start);
    if (decideCompletion(results) === "end") return [...turns, "ended"];
  }
  return [...turns, "done"];
}

describe("a run under S3's completion rule", () => {
  it("ends at a terminal failure and asks the model again after one that needs a follow-up", async () => {
    expect(await runLoop(["noon", "2026-05-15T12:00:00Z"])).toEqual([
      "noon",
      "2026-05-15T12:00:00Z",
      "done",
    ]);
    expect(await runLoop(["down", "2026-05-15T12:00:00Z"])).toEqual(["down", "ended"]);
  });
});
