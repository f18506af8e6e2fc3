/**
 * Hands the tools of a session to the AI SDK's loop, from its version 5 on, and to Mastra's agents. Every call walks
 * the road: `execute` hands it the SDK's call id and abort signal, shows the tool's reports meanwhile, and returns the
 * result. A refusal or a failure is thrown as an error whose message is for the model: that is how an SDK learns that a
 * tool failed. Nothing given or thrown holds details: an application that forgets `toModelOutput` on the way to a model
 * must not leak them.
 */
import {
  type ErrorResult,
  type Json,
  type JsonObject,
  type OutputResult,
  type ToolCall,
  type ToolCallText,
  ToolError,
  type ToolResult,
} from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import { fenceUntrusted } from "../bound/fence-untrusted.ts";
import { digestOf } from "../digest/digest-of.ts";
import { type AiSdkRun, aiSdkRun } from "./ai-sdk-run.ts";
import { aiSdkSchema } from "./ai-sdk-schema.ts";
import type { ModelTool } from "./model-tool.ts";
import type { Projection } from "./project-tools.ts";
import { type AiSdkPictures, toAiSdkOutput } from "./result/to-ai-sdk-output.ts";
import type { SchemaObject } from "./schema/shape/schema-place.ts";
import { toAiSdk } from "./to-ai-sdk.ts";

/** The source of the tools: a session, or anything that answers calls as one. */
export interface AiSdkSource {
  readonly definitions: readonly ModelTool[];
  call(
    call: ToolCall | ToolCallText,
    options: { readonly signal?: AbortSignal },
  ): Promise<ToolResult>;
  /** The nonce of the fence around outside text; the same for the same call. */
  nonce(callId: string): string;
  /** Passes on all that a running call has reported so far, each time it grows; returns how to stop. */
  watch?(callId: string, onText: (text: string) => void): () => void;
}

/** The SDK's options of `execute`. */
interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A result without what is only for programs of this process. */
type PublicResult = Omit<OutputResult, "details"> | Omit<ErrorResult, "details">;

/** The reports of a call so far: a preliminary result of the SDK, for people. */
export interface AiSdkProgress {
  readonly type: "progress";
  readonly text: string;
}

/** An AiSdkOutput, with `never` where the versions of the SDK have types of their own. */
type AiSdkToldOutput =
  | { readonly type: "text" | "error-text"; readonly value: string }
  | { readonly type: "json"; readonly value: never }
  | { readonly type: "content"; readonly value: never[] };

/**
 * A tool of a ToolSet. Each version of the SDK marks schemas with a symbol that only its own types can name, so no type
 * of ours could be all of them; `never` can. The value is an AiSdkSchema.
 */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: never;
  /** Of what `execute` gives: the settled result, with the tool's own schema for its data. */
  readonly outputSchema: never;
  /** Throws a ToolError when the call did not produce an output; its `detail` is the settled result. */
  readonly execute: (
    input: unknown,
    options: AiSdkCallOptions,
  ) => AiSdkRun<PublicResult | AiSdkProgress>;
  /** Given the output (5, Mastra) or an object that holds it (6, 7). */
  readonly toModelOutput: (given: unknown) => AiSdkToldOutput;
}

export function toAiSdkTools(source: AiSdkSource): Projection<Readonly<Record<string, AiSdkTool>>> {
  const projection = toAiSdk(source.definitions);
  // Only 7 hands a call its context. Until one came, pictures are spelled as both 6 and 7 read them.
  const seen: { pictures: AiSdkPictures } = { pictures: "image-data" };
  const tools = Object.entries(projection.tools).map(([name, definition]) => {
    const { description, inputSchema, outputSchema } = definition;
    const tool: AiSdkTool = {
      description,
      inputSchema: inputSchema as never,
      outputSchema: aiSdkSchema(resultSchema(outputSchema.jsonSchema)) as never,
      execute(input, options) {
        if ("context" in options) seen.pictures = "file";
        const { toolCallId: id, abortSignal } = options;
        const call = projection.toCall({ id, name, arguments: input as JsonObject });
        const signal = abortSignal ? { signal: abortSignal } : {};
        return aiSdkRun<PublicResult | AiSdkProgress>({
          start: async () => outputOf(await source.call(call, signal), { nonce: source.nonce(id) }),
          watch: (onReport) =>
            source.watch?.(id, (text) => onReport({ type: "progress", text })) ?? (() => {}),
        });
      },
      toModelOutput(given) {
        const { toolCallId, output } = readGiven(given);
        const nonce = source.nonce(toolCallId ?? `output ${digestOf(asJson(output))}`);
        const pictures = toolCallId === null ? "media" : seen.pictures;
        return modelOutput(output, { nonce, pictures });
      },
    };
    return [name, tool] as const;
  });
  return { ...projection, tools: Object.fromEntries(tools) };
}

/** Returns the call's output, or throws its error. */
function outputOf(settled: ToolResult, options: { readonly nonce: string }): PublicResult {
  const { details: _, ...result } = settled;
  if (settled.type === "output") return result;
  const { code, flow } = settled;
  throw new ToolError(code, toAiSdkOutput(settled, options).value as string, {
    detail: result,
    ...(flow === undefined ? {} : { flow }),
  });
}

/**
 * Reads what the SDK hands over: 6 and 7 an object that holds the output; 5 and Mastra the output alone, which then has
 * to identify its call.
 */
function readGiven(given: unknown): {
  readonly toolCallId: string | null;
  readonly output: unknown;
} {
  if (!isRecord(given) || isResult(given) || typeof given.toolCallId !== "string")
    return { toolCallId: null, output: given };
  return { toolCallId: given.toolCallId, output: given.output };
}

/** As it will be when it comes back from wherever the conversation is kept. */
function asJson(output: unknown): Json {
  return JSON.parse(JSON.stringify(output ?? null));
}

function modelOutput(
  output: unknown,
  options: { readonly nonce: string; readonly pictures: AiSdkPictures },
): AiSdkToldOutput {
  if (isResult(output)) return toAiSdkOutput(output, options) as AiSdkToldOutput;
  if (!isProgress(output)) return { type: "json", value: (output ?? null) as never };
  // A conversation that was left while the call ran comes back with what it had reported by then.
  const text = fenceUntrusted(output.text, { nonce: options.nonce, source: "progress" });
  return { type: "text", value: `The end of this call is not known. It had reported:\n${text}` };
}

/** The schema of a result around the tool's own schema for its data, and of what comes before it. */
function resultSchema(data: SchemaObject): SchemaObject {
  const text = { type: "string" };
  return {
    anyOf: [
      { type: "object", properties: { type: { const: "output" }, data }, required: ["type"] },
      {
        type: "object",
        properties: { type: { const: "progress" }, text },
        required: ["type", "text"],
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

function isProgress(output: unknown): output is AiSdkProgress {
  return isRecord(output) && output.type === "progress" && typeof output.text === "string";
}
