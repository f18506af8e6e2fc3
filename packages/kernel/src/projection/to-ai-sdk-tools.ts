/**
 * The tools of a session as the AI SDK's loop runs them. Every call walks the road: `execute` hands it the SDK's call id and
 * abort signal and gives back what it settled with, never an exception, so a refusal is something a model can read. What it
 * gives back holds no details: an application that forgets `toModelOutput` on the way to a model must not leak them.
 */
import type {
  ErrorResult,
  Json,
  JsonObject,
  OutputResult,
  ToolCall,
  ToolCallText,
  ToolResult,
} from "@toolplane/contract";
import { type AiSdkSchema, aiSdkSchema } from "./ai-sdk-schema.ts";
import type { ModelTool } from "./model-tool.ts";
import type { Projection } from "./project-tools.ts";
import { type AiSdkOutput, toAiSdkOutput } from "./result/to-ai-sdk-output.ts";
import { isRecord, type SchemaObject } from "./schema/schema-place.ts";
import { toAiSdk } from "./to-ai-sdk.ts";

/** What the tools are taken from: a session, or anything that answers calls as one. */
export interface AiSdkSource {
  readonly definitions: readonly ModelTool[];
  call(
    call: ToolCall | ToolCallText,
    options: { readonly signal?: AbortSignal },
  ): Promise<ToolResult>;
  /** The nonce of the fence around outside text; the same for the same call. */
  nonce(callId: string): string;
}

/** What the SDK tells `execute`. */
export interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A result without what is only for programs of this process. */
export type PublicResult = Omit<OutputResult, "details"> | Omit<ErrorResult, "details">;

/** A tool of a ToolSet. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  /** Of what `execute` gives: the settled result, with the tool's own schema for its data. */
  readonly outputSchema: AiSdkSchema;
  readonly execute: (input: unknown, options: AiSdkCallOptions) => Promise<PublicResult>;
  readonly toModelOutput: (options: {
    readonly toolCallId: string;
    readonly output: unknown;
  }) => AiSdkOutput;
}

/** A ToolSet over a session. */
export function toAiSdkTools(source: AiSdkSource): Projection<Readonly<Record<string, AiSdkTool>>> {
  const projection = toAiSdk(source.definitions);
  const tools = Object.entries(projection.tools).map(([name, definition]) => {
    const { description, inputSchema, outputSchema } = definition;
    const tool: AiSdkTool = {
      description,
      inputSchema,
      outputSchema: aiSdkSchema(resultSchema(outputSchema.jsonSchema)),
      async execute(input, { toolCallId, abortSignal }) {
        const call = projection.toCall({ id: toolCallId, name, arguments: input as JsonObject });
        const settled = await source.call(call, abortSignal ? { signal: abortSignal } : {});
        const { details: _, ...result } = settled;
        return result;
      },
      toModelOutput: ({ toolCallId, output }) =>
        isResult(output)
          ? toAiSdkOutput(output, { nonce: source.nonce(toolCallId) })
          : { type: "json", value: output as Json },
    };
    return [name, tool] as const;
  });
  return { ...projection, tools: Object.fromEntries(tools) };
}

/** The envelope of a result around what the tool says of its data. */
function resultSchema(data: SchemaObject): SchemaObject {
  const text = { type: "string" };
  return {
    anyOf: [
      { type: "object", properties: { type: { const: "output" }, data }, required: ["type"] },
      {
        type: "object",
        properties: { type: { const: "error" }, code: text, error_text: text },
        required: ["type", "code", "error_text"],
      },
    ],
  };
}

/** Outputs come back from browsers with the messages of a conversation, and not all of them as they were sent. */
function isResult(output: unknown): output is ToolResult {
  if (!isRecord(output) || !isRecord(output.metadata)) return false;
  const { content, error_text, type } = output;
  const hasContent = content === undefined || (Array.isArray(content) && content.every(isRecord));
  return hasContent && (type === "error" ? typeof error_text === "string" : type === "output");
}
