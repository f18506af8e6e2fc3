/** `toAiSdk()` in the three generations of the AI SDK that people run, and in Mastra's agents. */
import { setImmediate } from "node:timers/promises";
import { Agent } from "@mastra/core/agent";
import { defineTool, output, type Tool, ToolError } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import * as ai7 from "ai";
import * as ai5 from "ai5";
import * as ai6 from "ai6";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { type PlayedModel, SCRIPTED_MODELS, toldResults } from "./scripted-model.ts";

const PIXEL = "iVBORw0KGgo=";
const empty = { type: "object", properties: {}, additionalProperties: false } as const;

function tool(id: string, execute: Tool["execute"]): Tool {
  return defineTool({
    id,
    description: `Does ${id}.`,
    parameters: empty,
    requires: {},
    gated: false,
    execute,
  } as never);
}

const tools = [
  tool("page", () => output("a page", { untrusted: { source: "https://example.com" } })),
  tool("count", () => ({ files: 3 })),
  tool("look", () =>
    output(null, { content: [{ type: "image", data: PIXEL, mime_type: "image/png" }] }),
  ),
  tool("gone", () => new ToolError("not_found", "No such page.", { detail: "internal-detail" })),
  tool("build", async (_, { update }) => {
    update({ output: "one\n" });
    await setImmediate();
    update({ output: "two\n" });
    await setImmediate();
    return "built";
  }),
];
const CALLS = ["page", "count", "look", "gone"].map((name) => ({
  id: name,
  name,
  arguments: {},
}));
const BUILD = [{ id: "build", name: "build", arguments: {} }];

async function open() {
  const tp = await createToolplane({
    host: createMemoryHost(),
    tools,
    onWarning: () => {},
  });
  onTestFinished(() => tp.close());
  return tp;
}

const VERSIONS = [
  { version: 5, ai: ai5, stopWhen: ai5.stepCountIs(5), picture: { type: "media" } },
  { version: 6, ai: ai6, stopWhen: ai6.stepCountIs(5), picture: { type: "image-data" } },
  { version: 7, ai: ai7, stopWhen: ai7.isStepCount(5), picture: { type: "file" } },
] as const;

/** What every model is told of the four calls. */
function expectTold(model: PlayedModel, picture: object): void {
  expect(toldResults(model)).toMatchObject([
    {
      toolCallId: "page",
      output: {
        type: "text",
        value: expect.stringMatching(/^<<<untrusted \S+ source="https:..example.com">>>\na page\n/),
      },
    },
    { toolCallId: "count", output: { type: "json", value: { files: 3 } } },
    { toolCallId: "look", output: { type: "content", value: [picture] } },
    {
      toolCallId: "gone",
      output: { type: "error-text", value: expect.stringMatching(/No such page\.$/) },
    },
  ]);
}

describe.each(VERSIONS)("ai $version", ({ version, ai, stopWhen, picture }) => {
  it("tells its model every result, and that a call failed", async () => {
    const tp = await open();
    const model = SCRIPTED_MODELS[version]([CALLS, "done"]);
    const run = ai.generateText as (options: object) => Promise<Generated>;
    const { text, steps } = await run({ model, tools: tp.toAiSdk(), prompt: "Go.", stopWhen });
    expect(text).toBe("done");
    expectTold(model as never, { ...picture, mediaType: "image/png" });
    const failed = steps[0]?.content.find(({ type }) => type === "tool-error");
    expect(failed).toMatchObject({ toolCallId: "gone", error: { code: "not_found" } });
    expect(JSON.stringify(steps)).not.toContain("internal-");
  });

  it("shows what a call reports before it ends", async () => {
    const tp = await open();
    const model = SCRIPTED_MODELS[version]([BUILD, "done"]);
    const run = ai.streamText as (options: object) => { fullStream: AsyncIterable<StreamPart> };
    const { fullStream } = run({ model, tools: tp.toAiSdk(), prompt: "Go.", stopWhen });
    const results: StreamPart[] = [];
    for await (const part of fullStream) if (part.type === "tool-result") results.push(part);
    const shown = results.filter(({ preliminary }) => preliminary).map((part) => part.output);
    expect(shown).toContainEqual({ type: "progress", text: "one\ntwo\n" });
    expect(results.at(-1)?.output).toMatchObject({ type: "output", data: "built" });
    expect(toldResults(model as never)).toMatchObject([
      { output: { type: "text", value: "built" } },
    ]);
  });

  it("tells the same again when the conversation comes back from a browser", async () => {
    const tp = await open();
    const set = tp.toAiSdk();
    const page = await set.page?.execute({}, { toolCallId: "page" });
    const part = { type: "tool-page", toolCallId: "page", state: "output-available", input: {} };
    const messages = [
      { id: "1", role: "user", parts: [{ type: "text", text: "Go." }] },
      { id: "2", role: "assistant", parts: [{ ...part, output: page }] },
    ];
    const convert = ai.convertToModelMessages as (given: unknown, options: object) => unknown;
    const kept = JSON.parse(JSON.stringify(messages));
    const first = await convert(messages, { tools: set });
    const again = await convert(kept, { tools: set });
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(JSON.stringify(again)).toContain("<<<untrusted ");
  });
});

describe("Mastra", () => {
  it("tells its model every result, and that a call failed", async () => {
    const tp = await open();
    const model = SCRIPTED_MODELS[5]([CALLS, BUILD, "done"]);
    const agent = new Agent({
      id: "a",
      name: "a",
      instructions: "Work.",
      model: model as never,
      tools: tp.toAiSdk(),
    });
    const { text } = await agent.generate("Go.", { maxSteps: 5 });
    expect(text).toBe("done");
    const told = toldResults(model as never);
    expect(told.map(({ toolCallId }) => toolCallId)).toEqual([
      ...CALLS.map(({ id }) => id),
      "build",
    ]);
    expect(JSON.stringify(told)).not.toContain("internal-");
    expect(told).toMatchObject([
      { output: { type: "text", value: expect.stringContaining("a page") } },
      { output: { type: "json", value: { files: 3 } } },
      { output: { type: "content", value: [{ type: "media", mediaType: "image/png" }] } },
      { output: { value: expect.stringContaining("No such page.") } },
      { output: { type: "text", value: "built" } },
    ]);
  });
});

interface Generated {
  readonly text: string;
  readonly steps: readonly { readonly content: readonly { readonly type: string }[] }[];
}

interface StreamPart {
  readonly type: string;
  readonly preliminary?: boolean;
  readonly output?: unknown;
}
