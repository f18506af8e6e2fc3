/** A model for the AI SDK that says its lines, whatever it is told: no key, no network. */
import { MockLanguageModelV4 } from "ai/test";
import type { ScriptedTurn } from "./scripted-turn.ts";

type Generated = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

/** Makes one; each request gets the next turn. */
export function scriptedLanguageModel(turns: readonly ScriptedTurn[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({ doGenerate: turns.map(generated) });
}

function generated(turn: ScriptedTurn): Generated {
  const says = typeof turn === "string";
  return {
    content: says
      ? [{ type: "text", text: turn }]
      : turn.map(({ id, name, arguments: args }) => ({
          type: "tool-call",
          toolCallId: id,
          toolName: name,
          input: JSON.stringify(args),
        })),
    finishReason: says
      ? { unified: "stop", raw: "stop" }
      : { unified: "tool-calls", raw: "tool_calls" },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  };
}
