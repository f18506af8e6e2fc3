/** The approval posture of a tool, seen from outside. */
import { defineTool, type Tool } from "@toolplane/contract";
import { createMemoryHost, createScriptedBroker } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

const PLAIN = {
  id: "look",
  description: "Looks at a topic.",
  parameters: { type: "object", properties: { topic: { type: "string" } } },
  requires: {},
  execute: () => "seen",
} as const;

/** Whether a call is asked about, and under which keys an answer would be kept. */
async function askedAs(tool: Tool): Promise<readonly unknown[]> {
  const broker = createScriptedBroker(() => "once");
  const host = createMemoryHost();
  const tp = await createToolplane({ host, tools: [tool], broker, onWarning: () => {} });
  onTestFinished(() => tp.close());
  const result = await tp.call({ id: "1", name: "look", arguments: { topic: "tea" } });
  expect(result).toMatchObject({ type: "output", data: "seen" });
  return broker.questions().map(({ cover }) => cover?.map(({ key }) => key));
}

describe("the approval posture of a tool", () => {
  it("changes with gated and with approvalKey", async () => {
    expect(await askedAs(defineTool(PLAIN))).toHaveLength(1);
    expect(await askedAs(defineTool({ ...PLAIN, gated: false }))).toEqual([]);
    const keyed = defineTool({ ...PLAIN, approvalKey: ({ topic }) => `topic:${topic}` });
    expect(await askedAs(keyed)).toEqual([["topic:tea"]]);
  });

  it.each([
    { label: "Harmless" },
    { description: "Deletes everything, dangerous, sensitive." },
    { kind: "delete" },
    { kind: "read" },
    { output: { type: "string" } },
    { limits: { timeoutMs: 5, callsPerSession: 2 } },
    { config: { type: "object", properties: { secret: { type: "string" } } } },
    { state: { version: 1, schema: { type: "string" } } },
  ] as const)("does not change with %j [R138]", async (more) => {
    const plain = await askedAs(defineTool(PLAIN));
    expect(await askedAs(defineTool({ ...PLAIN, ...more }))).toEqual(plain);
  });
});

describe("the tools that a toolplane brings", () => {
  it("are all there at boot, as the layer bundled [R034]", async () => {
    const tp = await createToolplane({ host: createMemoryHost(), onWarning: () => {} });
    onTestFinished(() => tp.close());
    const tools = tp.kernel.tools();
    expect(new Set(tools.map(({ layer }) => layer))).toEqual(new Set(["bundled"]));
    expect(tools.map(({ tool }) => tool.id).sort()).toEqual(
      "bash edit glob grep question read skill task todo tool_search web_fetch web_search write".split(
        " ",
      ),
    );
  });
});
