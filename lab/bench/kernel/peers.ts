/** The peers' rows, each by the API its users have, with the same schema, texts and tool. */
import type { BenchCall } from "../harness/measure-calls.ts";
import {
  createIds,
  doNothing,
  objectAt,
  type SampleArguments,
  SCHEMA,
  textAt,
} from "./workload.ts";

const NAME = "read_sample";

/** The tool as the AI SDK takes it. Its `jsonSchema` validates only with a validator of the user's, so it gets the floor's. */
async function aiSdkTools() {
  const { jsonSchema, tool } = await import("ai");
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const validate = new Ajv2020().compile<SampleArguments>(SCHEMA);
  const inputSchema = jsonSchema<SampleArguments>(structuredClone(SCHEMA) as never, {
    validate: (value) =>
      validate(value)
        ? { success: true, value }
        : { success: false, error: new Error("the sample is valid") },
  });
  return {
    [NAME]: tool({
      description: "Does nothing.",
      inputSchema,
      execute: (args: SampleArguments) => doNothing(args),
    }),
  };
}

/** One tool call as the AI SDK's executor runs it: its own parse and validation, then its own `executeTool`. */
export async function setUpAiSdkDirect(): Promise<BenchCall> {
  const { parseToolCall } = await import("ai/internal");
  const { executeTool } = await import("@ai-sdk/provider-utils");
  const tools = await aiSdkTools();
  const ids = createIds();
  return async (index) => {
    const toolCallId = ids(index);
    const parsed = await parseToolCall({
      toolCall: { type: "tool-call", toolCallId, toolName: NAME, input: textAt(index) },
      tools: tools as never,
      repairToolCall: undefined,
      instructions: undefined,
      messages: [],
    });
    if (parsed.invalid) throw new Error("the sample is valid");
    let output: unknown;
    const options = { toolCallId, messages: [], context: undefined };
    const parts = executeTool({
      tool: tools[NAME] as never,
      input: parsed.input as never,
      options: options as never,
    });
    for await (const part of parts) output = part.output;
    return { type: "tool-result", toolCallId, toolName: NAME, input: parsed.input, output };
  };
}

/** `generateText` for one step with a model in memory that asks for the tool. */
export async function setUpGenerateText(): Promise<BenchCall> {
  const { generateText, isStepCount } = await import("ai");
  const { MockLanguageModelV4 } = await import("ai/test");
  const tools = await aiSdkTools();
  const ids = createIds();
  let current = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [
        {
          type: "tool-call",
          toolCallId: ids(current),
          toolName: NAME,
          input: textAt(current),
        },
      ],
      finishReason: { unified: "tool-calls", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      },
      warnings: [],
    }),
  });
  return async (index) => {
    current = index;
    // The mock keeps every request it gets; that is the mock's memory and not the SDK's.
    model.doGenerateCalls.length = 0;
    const { toolResults } = await generateText({
      model,
      tools,
      prompt: "Call the tool.",
      stopWhen: isStepCount(1),
    });
    if (toolResults.length !== 1) throw new Error("the tool did not run");
    return toolResults[0];
  };
}

/** The MCP SDK's client and server joined in memory. */
export async function setUpMcp(): Promise<BenchCall> {
  const { Client } = await import("@modelcontextprotocol/client");
  const { fromJsonSchema, InMemoryTransport, McpServer } = await import(
    "@modelcontextprotocol/server"
  );
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  const inputSchema = fromJsonSchema<SampleArguments>(structuredClone(SCHEMA) as never);
  server.registerTool(NAME, { description: "Does nothing.", inputSchema }, async (args) => ({
    content: [{ type: "text", text: JSON.stringify(await doNothing(args)) }],
  }));
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "bench", version: "1.0.0" });
  await Promise.all([server.connect(serverSide), client.connect(clientSide as never)]);
  return async (index) => {
    const result = await client.callTool({
      name: NAME,
      arguments: { ...objectAt(index) } as never,
    });
    if (result.isError) throw new Error(JSON.stringify(result));
    return result;
  };
}
