/** An answer from the parts of a stream, in the order in which they came. */
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { Json, ToolCallText } from "@toolplane/contract";
import type { ModelAnswer, ModelUsage } from "../loop/loop-input.ts";

/** Data that the provider wants to see again: signed reasoning, and the places of its own marks. */
export interface OpaqueAnswer {
  readonly provider: string;
  readonly parts: readonly OpaquePart[];
}

/** A call marks its place only: the message itself holds it. */
export type OpaquePart =
  | { readonly type: "text" | "reasoning"; readonly text: string; readonly marks?: Json }
  | { readonly type: "call"; readonly marks?: Json };

interface OpenPart {
  readonly type: "text" | "reasoning";
  text: string;
  marks?: Json;
}

export interface AnswerParts {
  take(part: LanguageModelV4StreamPart): void;
  answer(): ModelAnswer;
}

export function createAnswerParts(provider: string): AnswerParts {
  const parts: (OpenPart | { readonly type: "call"; readonly marks?: Json })[] = [];
  const open = new Map<string, OpenPart>();
  const calls: ToolCallText[] = [];
  let usage: LanguageModelV4Usage | null = null;
  let finish: LanguageModelV4FinishReason["unified"] = "other";

  function begin(type: OpenPart["type"], id: string, marks: unknown): OpenPart {
    const part: OpenPart = { type, text: "", ...marksOf(marks) };
    parts.push(part);
    open.set(`${type} ${id}`, part);
    return part;
  }

  return {
    take(part) {
      switch (part.type) {
        case "text-start":
          begin("text", part.id, part.providerMetadata);
          return;
        case "reasoning-start":
          begin("reasoning", part.id, part.providerMetadata);
          return;
        case "text-delta":
        case "reasoning-delta":
        case "text-end":
        case "reasoning-end": {
          const type = part.type.startsWith("text") ? "text" : "reasoning";
          const at = open.get(`${type} ${part.id}`) ?? begin(type, part.id, undefined);
          if ("delta" in part) at.text += part.delta;
          Object.assign(at, marksOf(part.providerMetadata));
          return;
        }
        case "tool-call":
          // A call that the provider ran itself is over already and none of ours.
          if (part.providerExecuted) return;
          calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
          parts.push({ type: "call", ...marksOf(part.providerMetadata) });
          return;
        case "finish":
          usage = part.usage;
          finish = part.finishReason.unified;
          return;
        default:
          return;
      }
    },
    answer() {
      const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
      const isPlain = parts.every((part) => part.type !== "reasoning" && part.marks === undefined);
      const opaque: OpaqueAnswer = { provider, parts };
      return {
        text,
        calls,
        finish: finishOf(finish, calls.length > 0),
        usage: {
          inputTokens: usage?.inputTokens.total ?? 0,
          outputTokens: usage?.outputTokens.total ?? 0,
          costMicros: 0,
          ...partsOf(usage),
        },
        ...(isPlain ? {} : { opaque: opaque as unknown as Json }),
      };
    },
  };
}

/** Parts of the input that have a price of their own. */
function partsOf(usage: LanguageModelV4Usage | null): Partial<ModelUsage> {
  const { inputTokens, outputTokens } = usage ?? {};
  if (inputTokens?.total === undefined || outputTokens?.total === undefined)
    return { isUnknown: true };
  const { cacheRead = 0, cacheWrite = 0 } = inputTokens;
  return {
    ...(cacheRead > 0 ? { cachedTokens: cacheRead } : {}),
    ...(cacheWrite > 0 ? { writtenTokens: cacheWrite } : {}),
  };
}

function marksOf(metadata: unknown): { readonly marks?: Json } {
  return metadata === undefined ? {} : { marks: metadata as Json };
}

function finishOf(
  finish: LanguageModelV4FinishReason["unified"],
  hasCalls: boolean,
): ModelAnswer["finish"] {
  if (finish === "length") return "length";
  if (finish === "content-filter") return "refused";
  return hasCalls ? "calls" : "stop";
}
