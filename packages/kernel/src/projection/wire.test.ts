import type Anthropic from "@anthropic-ai/sdk";
import { CallToolResultSchema, ListToolsResultSchema } from "@modelcontextprotocol/core";
import type { ToolResult } from "@toolplane/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type {
  ChatCompletionTool,
  ChatCompletionToolMessageParam,
  ChatCompletionUserMessageParam,
} from "openai/resources/chat/completions";
import type { FunctionTool, ResponseInputItem } from "openai/resources/responses/responses";
import { describe, expect, it } from "vitest";
import type { ModelTool } from "./model-tool.ts";
import { toAnthropicToolResult } from "./result/to-anthropic-tool-result.ts";
import { toMcpResult } from "./result/to-mcp-result.ts";
import {
  toOpenAiFunctionOutput,
  toOpenAiImageMessage,
  toOpenAiToolMessage,
} from "./result/to-openai-message.ts";
import { usualSchemas, wildSchemas } from "./schema/random-schema.fixture.ts";
import { values } from "./schema/random-values.fixture.ts";
import type { SchemaObject } from "./schema/shape/schema-place.ts";
import { toAnthropic } from "./to-anthropic.ts";
import { toMcp } from "./to-mcp.ts";
import { toOpenAI, toOpenAIResponses } from "./to-openai.ts";

// The types of the providers' own libraries are the assertion of the first tests: they hold when this file compiles.

const options = { callId: "c1", nonce: "n" };
const picture: ToolResult = {
  type: "output",
  data: { n: 1 },
  content: [{ type: "image", data: "aGk=", mime_type: "image/png" }],
  metadata: { duration_ms: 1 },
};

function tool(parameters: SchemaObject, more: Partial<ModelTool> = {}): ModelTool {
  return {
    name: "t",
    description: "Does.",
    parameters,
    mode: "read",
    label: "T",
    remote: false,
    ...more,
  };
}

describe("the providers' own types", () => {
  it("the providers' own types take our definitions", () => {
    const list = [tool({ type: "object" })];
    const chat: ChatCompletionTool[] = [...toOpenAI(list, { strict: true }).tools];
    const responses: FunctionTool[] = [...toOpenAIResponses(list).tools];
    const messages: Anthropic.Tool[] = [...toAnthropic(list).tools];
    expect([chat, responses, messages].map((each) => each.length)).toEqual([1, 1, 1]);
  });

  it("the providers' own types take our results", () => {
    const message: ChatCompletionToolMessageParam = toOpenAiToolMessage(picture, options);
    const pictures: ChatCompletionUserMessageParam | null = toOpenAiImageMessage(picture, options);
    const answer: ResponseInputItem.FunctionCallOutput = toOpenAiFunctionOutput(picture, options);
    const block: Anthropic.ToolResultBlockParam = toAnthropicToolResult(picture, options);
    expect([message.role, pictures?.role, answer.type, block.type]).toEqual([
      "tool",
      "user",
      "function_call_output",
      "tool_result",
    ]);
  });
});

describe("the protocol's own schemas", () => {
  it("the protocol's own schemas take every definition as it is", () => {
    const schemas = fc.oneof(
      usualSchemas({ seasoned: true }),
      wildSchemas("2020-12"),
      wildSchemas("draft-07"),
    );
    fc.assert(
      fc.property(schemas, schemas, (parameters, output) => {
        const { tools } = toMcp([tool(parameters, { output })]);
        const parsed = ListToolsResultSchema.parse({ tools });
        // The library that reads them drops this one name, which no call may carry anyway.
        if (!JSON.stringify(tools).includes("__proto__")) expect(parsed).toEqual({ tools });
      }),
      { numRuns: 300 },
    );
  });

  it("the protocol's own schemas take every result as it is", () => {
    fc.assert(
      fc.property(values, fc.boolean(), (data, failed) => {
        const metadata = { duration_ms: 1, untrusted: { source: "x" } };
        const sent = toMcpResult(
          failed
            ? { type: "error", code: "failed", error_text: String(data), metadata }
            : { ...picture, type: "output", data, metadata },
        );
        expect(CallToolResultSchema.parse(sent)).toEqual(sent);
      }),
    );
  });

  it("the announced output schema takes our data, whole or cut", () => {
    const output = {
      type: "object",
      properties: { n: { $ref: "#/$defs/n" } },
      required: ["n"],
      additionalProperties: false,
      $defs: { n: { type: "integer" } },
    };
    const [announced] = toMcp([tool({ type: "object" }, { output })]).tools;
    const accepts = new Ajv2020({ strict: false }).compile(announced?.outputSchema ?? false);
    const metadata = { duration_ms: 1, truncated: true };
    const said = (data: unknown): unknown =>
      toMcpResult({ type: "output", data, metadata }, { announced: true }).structuredContent;
    expect(
      [{ n: 1 }, { head: '{"n":1' }, { n: "1" }, { m: 1 }].map((data) => accepts(said(data))),
    ).toEqual([true, true, false, false]);
  });
});
