/** Any model of the AI SDK's interface, one answer at a time. The SDK's own loop stays out of it: every call goes our road. */
import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4FunctionTool,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { ConfigurationError, type Reasoning } from "@toolplane/contract";
import { type ModelTool, type Projection, toAiSdk } from "@toolplane/kernel/projection";
import type { ModelAnswer } from "../loop/loop-input.ts";
import { createAnswerParts } from "./answer-parts.ts";
import { type Model, ModelError, type ModelOptions } from "./model.ts";
import { costOf, type ModelPrice } from "./price.ts";
import { createToPrompt } from "./to-prompt.ts";

/**
 * A model as the AI SDK's provider packages make them. Only the members that distinguish one from others are written
 * down: every user of ours would have to install their own types.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: "v4";
  readonly provider: string;
  readonly modelId: string;
  doStream(options: never): PromiseLike<{ readonly stream: unknown }>;
}

export interface AiSdkModelOptions {
  /** How people name it; the provider's name and its own unless given. */
  readonly id?: string;
  /** The variable that its key was read from: a refusal of the key names it. */
  readonly keyVariable?: string;
  readonly contextTokens?: number;
  /** So that a budget in money can hold. */
  readonly price?: ModelPrice;
  readonly maxOutputTokens?: number;
  /** Unless a request says otherwise. */
  readonly reasoning?: Reasoning;
}

/** Wraps it. Throws a ConfigurationError for a model of another version of the interface. */
export function aiSdkModel(given: AiSdkLanguageModel, options: AiSdkModelOptions = {}): Model {
  const model = given as LanguageModelV4;
  if (model.specificationVersion !== "v4") {
    const version = String((given as { specificationVersion?: unknown }).specificationVersion);
    throw new ConfigurationError(
      "model",
      `is of version ${version} of the AI SDK's interface, not v4`,
    );
  }
  const { contextTokens, maxOutputTokens } = options;
  const shownOf = createShown(model.provider);
  return {
    id: options.id ?? `${model.provider}/${model.modelId}`,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(options.price ? { isPriced: true } : {}),
    async answer(request, { signal, ...heard }) {
      const { tools, projection, toPrompt } = shownOf(request.tools);
      const { reasoning = options.reasoning } = request;
      try {
        const { stream } = await model.doStream({
          prompt: toPrompt(request),
          ...(tools.length > 0 ? { tools } : {}),
          ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
          ...(reasoning === undefined ? {} : { reasoning }),
          abortSignal: signal,
        });
        const answer = await readStream(stream, heard, model.provider);
        return priced(withOwnCalls(answer, projection.toCall), options.price);
      } catch (error) {
        signal.throwIfAborted();
        throw asModelError(error, options);
      }
    },
  };
}

interface Shown {
  readonly tools: LanguageModelV4FunctionTool[];
  readonly projection: Pick<Projection<unknown>, "toCall">;
  readonly toPrompt: ReturnType<typeof createToPrompt>;
}

/** A list that did not change is projected once: the same bytes again, and no time spent on them. */
function createShown(provider: string): (tools: readonly ModelTool[]) => Shown {
  let seen: readonly ModelTool[] | null = null;
  let shown: Shown | null = null;
  return (list) => {
    if (shown !== null && seen === list) return shown;
    const { tools, ...projection } = toAiSdk(list);
    const written = Object.entries(tools).map(([name, { description, inputSchema }]) => ({
      type: "function" as const,
      name,
      description,
      inputSchema: inputSchema.jsonSchema as LanguageModelV4FunctionTool["inputSchema"],
    }));
    seen = list;
    const toPrompt = createToPrompt({ provider, shown: projection.names.shown });
    shown = { tools: written, projection, toPrompt };
    return shown;
  };
}

async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { onText, onThought }: Pick<ModelOptions, "onText" | "onThought">,
  provider: string,
): Promise<ModelAnswer> {
  const parts = createAnswerParts(provider);
  let isOver = false;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "finish") isOver = true;
    if (part.type === "text-delta") onText(part.delta);
    if (part.type === "reasoning-delta") onThought?.(part.delta);
    parts.take(part);
  }
  // A stream that was cut is no answer: it may end in half a call.
  if (!isOver) throw new ModelError("the answer was cut off", { isPassing: true });
  return parts.answer();
}

/** Calls as our tools know them: their own name, and arguments as their own schema means them. */
function withOwnCalls(answer: ModelAnswer, toCall: Shown["projection"]["toCall"]): ModelAnswer {
  const calls = answer.calls.map((call) => {
    const { id, name, arguments: args } = toCall(call);
    return { id, name, arguments: typeof args === "string" ? args : JSON.stringify(args) };
  });
  return { ...answer, calls };
}

function priced(answer: ModelAnswer, price: AiSdkModelOptions["price"]): ModelAnswer {
  if (!price) return answer;
  return { ...answer, usage: { ...answer.usage, costMicros: costOf(answer.usage, price) } };
}

function asModelError(error: unknown, { keyVariable }: AiSdkModelOptions): ModelError {
  if (error instanceof ModelError) return error;
  const cause = error;
  if (APICallError.isInstance(error)) {
    const retryAfterMs = retryAfter(error.responseHeaders);
    const { statusCode: httpStatus } = error;
    const isUnreachable = httpStatus === undefined && error.message.startsWith(NO_CONNECTION);
    // The address stays out of it: some providers carry the key there.
    const message = isUnreachable ? connectionFault(error) : error.message;
    return new ModelError(message, {
      isPassing: error.isRetryable,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      fault: {
        isUnreachable,
        ...(httpStatus === undefined ? {} : { httpStatus }),
        ...(keyVariable === undefined ? {} : { keyVariable }),
      },
      cause,
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ModelError(message, { isPassing: false, cause });
}

/** How the SDK begins when there was no answer at all. */
const NO_CONNECTION = "Cannot connect to API: ";

const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the connection was broken off",
  ENOTFOUND: "its host is not known",
  EAI_AGAIN: "its host cannot be looked up",
  ETIMEDOUT: "no answer in time",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
};

function connectionFault({ message, cause }: APICallError): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return CONNECTION_FAULTS[code] ?? message.slice(NO_CONNECTION.length);
}

function retryAfter(headers: Readonly<Record<string, string>> | undefined): number | undefined {
  const ms = Number(headers?.["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(ms)) return ms;
  const seconds = Number(headers?.["retry-after"] ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}
