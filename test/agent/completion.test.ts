/** How a run ends by its tools' word, and how it goes on: a tool may end it, while errors go back to the model. */
import { defineTool, type FlowHints, ToolError } from "@toolplane/contract";
import type { ScriptedTurn } from "toolplane/agent";
import { scriptedModel } from "toolplane/agent";
import { describe, expect, it } from "vitest";
import { openLibrary } from "../library/fixture.ts";
import { openFamily, task } from "./family.fixture.ts";

const failing = (flow?: FlowHints) =>
  defineTool({
    id: "book",
    description: "Books a table.",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    requires: {},
    gated: false,
    execute: () => {
      throw new ToolError("failed", "No table is free.", flow ? { flow } : {});
    },
  });

const SCRIPT: readonly ScriptedTurn[] = [{ calls: [{ name: "book" }] }, { text: "I tried." }];

async function outcomeOf(
  given: { readonly flow?: FlowHints; readonly script?: readonly ScriptedTurn[] },
  completion: "tool" | "model",
) {
  const { tp } = await openLibrary({ tools: [failing(given.flow)] });
  const model = scriptedModel(given.script ?? SCRIPT);
  const agent = await tp.agent({ model, completion });
  return agent.run("Book a table.");
}

describe("a run that goes by its tools' word", () => {
  it("ends with a failure, and asks the model again where the tool says so", async () => {
    expect(await outcomeOf({}, "tool")).toMatchObject({
      status: "stopped",
      by: "tool",
      message: expect.stringContaining("No table is free."),
    });
    expect(await outcomeOf({ flow: { needs_followup: true } }, "tool")).toEqual({
      status: "done",
      text: "I tried.",
    });
  });

  it("ends with a failure that is called terminal, whatever else it says", async () => {
    const flow = { terminal: true, needs_followup: true };
    expect(await outcomeOf({ flow }, "tool")).toMatchObject({ by: "tool" });
  });

  it("goes on after what a model can mend itself: a wrong name, wrong arguments", async () => {
    for (const call of [{ name: "bok" }, { name: "book", arguments: { seats: 4 } }])
      expect(await outcomeOf({ script: [{ calls: [call] }, { text: "Oh." }] }, "tool")).toEqual({
        status: "done",
        text: "Oh.",
      });
  });

  it("holds for a subagent too: a failure of its tool ends it, and its caller is told", async () => {
    const turns = async (completion: "tool" | "model") => {
      const { agent } = await openFamily(
        [
          { calls: [task("Book a table.")] },
          { text: "done" },
          { agent: "general", calls: [{ name: "book" }] },
          { agent: "general", text: "I tried." },
        ],
        { tools: [failing()] },
        { completion },
      );
      let said = 0;
      agent.on((event) => {
        const inner = event.type === "subagent-event" ? event.event : null;
        if (inner?.type === "message-add" && inner.message.role === "assistant") said += 1;
      });
      await agent.run("Book a table.");
      return said;
    };
    expect([await turns("tool"), await turns("model")]).toEqual([1, 2]);
  });

  it("shows a model every error where nothing else was said", async () => {
    expect(await outcomeOf({}, "model")).toEqual({ status: "done", text: "I tried." });
  });
});
