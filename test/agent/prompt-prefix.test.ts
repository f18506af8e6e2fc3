/** Providers keep what begins alike: over a whole run, nothing that a model was sent may change, unless something had to. */
import { defineTool, type Tool } from "@toolplane/contract";
import { toolSearchTool } from "@toolplane/tools";
import { type ModelRequest, scriptedModel } from "toolplane/agent";
import { expect, it } from "vitest";
import { openLibrary, readTool } from "../library/fixture.ts";

const TURNS = 40;
const FULL = 1_500;

const hidden = Array.from(
  { length: 30 },
  (_, at): Tool =>
    defineTool({
      id: `paint_${at}`,
      description: `Paints a wall in colour number ${at}.`,
      parameters: { type: "object", properties: {}, additionalProperties: false },
      requires: {},
      gated: false,
      execute: () => "painted",
    }),
);

it("sends the same bytes again and adds behind them, but for each shortening, and new tools go to the end", async () => {
  const { tp } = await openLibrary({
    tools: [readTool, toolSearchTool],
  });
  for (const tool of hidden) tp.kernel.register(tool, { layer: "bundled", exposure: "deferred" });
  const requests: ModelRequest[] = [];
  let answers = 0;
  const model = {
    ...scriptedModel((request) => {
      // The one that says the beginning shorter has no tools.
      if (request.tools.length === 0) return { text: "It painted." };
      requests.push(request);
      answers += 1;
      if (answers > TURNS) return { text: "Done." };
      if (answers === 10)
        return { calls: [{ name: "tool_search", arguments: { query: "colour" } }] };
      return {
        text: `Turn ${answers}. ${"word ".repeat(60)}`,
        calls: [{ id: `c${answers}`, name: "read", arguments: { path: "a.txt", limit: answers } }],
      };
    }),
    contextTokens: FULL,
  };
  const agent = await tp.agent({ model, limits: { turns: 100 } });
  let shortened = 0;
  agent.on(({ type }) => {
    if (type === "compaction-end") shortened += 1;
  });
  expect(await agent.run("Paint.")).toMatchObject({ status: "done" });

  const counts = { requests: requests.length, system: 0, tools: 0, messages: 0 };
  for (const [at, next] of requests.entries()) {
    const before = requests[at - 1];
    if (!before) continue;
    if (next.system !== before.system) counts.system += 1;
    if (next.tools !== before.tools) counts.tools += 1;
    const [known, shown] = [before.tools, next.tools].map((list) => list.map(jsonOf));
    expect(shown?.slice(0, known?.length)).toEqual(known);
    const sent = JSON.stringify(before.messages).slice(0, -1);
    if (!JSON.stringify(next.messages).startsWith(sent)) counts.messages += 1;
  }
  expect(counts).toEqual({ requests: TURNS + 1, system: 0, tools: 1, messages: shortened });
  expect(shortened).toBeGreaterThan(1);
  expect(requests.at(-1)?.tools.length).toBeGreaterThan(requests[0]?.tools.length ?? 0);
});

function jsonOf(tool: unknown): string {
  return JSON.stringify(tool);
}
