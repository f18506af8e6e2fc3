/** A model of each generation of the AI SDK that says its lines, whatever it is told. */
import { MockLanguageModelV4 } from "ai/test";
import { MockLanguageModelV2 } from "ai5/test";
import { MockLanguageModelV3 } from "ai6/test";
import type { ScriptedTurn } from "../../stub/scripted-turn.ts";

/** The models by the version of `ai` that they belong to. */
export const SCRIPTED_MODELS = {
  5: (turns: readonly ScriptedTurn[]) => new MockLanguageModelV2(lines(turns, "plain")),
  6: (turns: readonly ScriptedTurn[]) => new MockLanguageModelV3(lines(turns, "split")),
  7: (turns: readonly ScriptedTurn[]) => new MockLanguageModelV4(lines(turns, "split")),
};

/** What the mocks of all generations have in common. */
export interface PlayedModel {
  readonly doGenerateCalls: readonly { readonly prompt: readonly PromptMessage[] }[];
  readonly doStreamCalls: readonly { readonly prompt: readonly PromptMessage[] }[];
}

interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What a model was told of its calls in its last request. */
export function toldResults(model: PlayedModel): readonly ToldResult[] {
  const { prompt } = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1) ?? { prompt: [] };
  return prompt.flatMap(({ role, content }) => (role === "tool" ? (content as ToldResult[]) : []));
}

export interface ToldResult {
  readonly toolCallId: string;
  readonly output: { readonly type: string; readonly value: unknown };
}

/** Version 5 counts tokens and says why it ended in plain values, its successors in small objects. */
function lines(turns: readonly ScriptedTurn[], form: "plain" | "split"): never {
  const spoken = turns.map((turn) => {
    const content =
      typeof turn === "string"
        ? [{ type: "text", text: turn }]
        : turn.map(({ id, name, arguments: args }) => ({
            type: "tool-call",
            toolCallId: id,
            toolName: name,
            input: JSON.stringify(args),
          }));
    const [reason, raw] =
      typeof turn === "string" ? ["stop", "stop"] : ["tool-calls", "tool_calls"];
    const finishReason = form === "plain" ? reason : { unified: reason, raw };
    const usage =
      form === "plain"
        ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
        : {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          };
    return { content, finishReason, usage, warnings: [] };
  });
  return {
    doGenerate: spoken,
    doStream: spoken.map(({ content, finishReason, usage }) => ({
      stream: ReadableStream.from([
        { type: "stream-start", warnings: [] },
        ...content.flatMap((part): object[] =>
          "text" in part
            ? [
                { type: "text-start", id: "t" },
                { type: "text-delta", id: "t", delta: part.text },
                { type: "text-end", id: "t" },
              ]
            : [part],
        ),
        { type: "finish", finishReason, usage },
      ]),
    })),
  } as never;
}
