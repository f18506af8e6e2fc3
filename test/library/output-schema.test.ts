/** A tool's output schema reaches the model through every face, in the form that each provider has for it. */
import type Anthropic from "@anthropic-ai/sdk";
import { defineTool, type Tool } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import type OpenAI from "openai";
import { createToolplane } from "toolplane";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";

const SCHEMA = {
  type: "object",
  properties: { degrees: { type: "number", description: "Celsius." } },
  required: ["degrees"],
} as const;
const TEXT = 'The answer follows this JSON Schema: {"properties":{"degrees"';

const tool = (id: string, output: object | undefined): Tool =>
  defineTool({
    id,
    description: `Tells the ${id}.`,
    parameters: { type: "object", properties: {}, additionalProperties: false },
    requires: {},
    gated: false,
    ...(output ? { output: output as never } : {}),
    execute: () => ({ degrees: 7 }),
  });

async function open(...tools: readonly Tool[]) {
  const tp = await createToolplane({ host: createMemoryHost(), tools, onWarning: () => {} });
  onTestFinished(() => tp.close());
  return tp;
}

describe("an output schema", () => {
  it("stands in the definitions and in the listing, and only where there is one [R013]", async () => {
    const tp = await open(tool("weather", SCHEMA), tool("time", undefined));
    const session = tp.session();
    expect(session.definitions().map(({ name, outputSchema }) => [name, outputSchema])).toEqual([
      ["weather", SCHEMA],
      ["time", undefined],
    ]);
    expect(JSON.parse(session.listing())).toEqual(session.definitions());
  });

  it("has a field of its own in Responses and in MCP [R013]", async () => {
    const tp = await open(tool("weather", SCHEMA), tool("time", undefined));
    const [weather, time] = tp.toOpenAIResponses().tools;
    expect(weather).toMatchObject({ description: "Tells the weather.", output_schema: SCHEMA });
    expect(time).not.toHaveProperty("output_schema");
    expectTypeOf(tp.toOpenAIResponses().tools).toExtend<
      readonly OpenAI.Responses.FunctionTool[] | OpenAI.Responses.Tool[]
    >();
  });

  it("stands in the description where a provider has no field for it [R013]", async () => {
    const tp = await open(tool("weather", SCHEMA), tool("time", undefined));
    const chat: OpenAI.ChatCompletionFunctionTool[] = tp.toOpenAI().tools as never;
    const messages: Anthropic.Tool[] = tp.toAnthropic().tools as never;
    const described = [
      chat.map((one) => one.function.description),
      messages.map(({ description }) => description),
      Object.values(tp.toAiSdk()).map(({ description }) => description),
    ];
    for (const [weather, time] of described) {
      expect(weather).toContain(`Tells the weather.\n\n${TEXT}`);
      expect(time).toBe("Tells the time.");
    }
  });

  it("says what the AI SDK's execute really gives, which is the settled result [R013]", async () => {
    const { weather } = (await open(tool("weather", SCHEMA))).toAiSdk();
    expect(weather?.outputSchema).toMatchObject({
      jsonSchema: { anyOf: [{ properties: { type: { const: "output" }, data: SCHEMA } }, {}] },
    });
    const given = await weather?.execute({}, { toolCallId: "1" });
    expect(given).toMatchObject({ type: "output", data: { degrees: 7 } });
  });

  it("is told in words where it is no object, and left out where it is too large or no JSON", async () => {
    const large = { type: "object", description: "x".repeat(3_000) };
    const tp = await open(
      tool("text", { type: "string" }),
      tool("large", large),
      tool("dollar", { type: "object", properties: { $a: { type: "string" } } }),
    );
    const [text, big, dollar] = tp.toOpenAIResponses().tools;
    expect(text?.description).toContain('JSON Schema: {"type":"string"}');
    expect(text).not.toHaveProperty("output_schema");
    expect(big?.description).toBe("Tells the large.");
    expect(JSON.stringify(dollar)).toContain("$a");
    expect(tp.toAnthropic().tools[1]?.description).toBe("Tells the large.");
  });
});
