/** Anthropic's Messages: tool uses are blocks of a message, and one user message answers all of them. */
import type { JsonObject } from "@toolplane/contract";
import {
  type AnthropicTool,
  type AnthropicToolResult,
  type SetAside,
  toAnthropic,
  toAnthropicToolResult,
} from "@toolplane/kernel/projection";
import { type AnswerCallsOptions, answerCalls } from "./answer-calls.ts";
import { entriesOf } from "./entries-of.ts";
import { type FaceSource, liveProjection } from "./session-tools.ts";

/** A block of a message. Only tool uses are read; text, thinking and tools of the provider are not ours. */
interface AnthropicBlock {
  readonly type: string;
}

interface ToolUse {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The user message that answers every tool use of a message. */
export interface AnthropicAnswer {
  readonly role: "user";
  readonly content: (AnthropicToolResult | { readonly type: "text"; readonly text: string })[];
}

/** Tools for Messages and the way back. */
export interface AnthropicFace {
  /** For `tools` of a request. Read it for each: a search may have found more. */
  readonly tools: AnthropicTool[];
  /** Tools that could not be offered, and why. */
  readonly quarantined: readonly SetAside[];
  /** Runs the tool uses of a message (or of its content) and gives the message that answers them; null when there are none. */
  answer(
    message: { readonly content: readonly AnthropicBlock[] } | readonly AnthropicBlock[],
    options?: AnswerCallsOptions,
  ): Promise<AnthropicAnswer | null>;
}

export function createAnthropicFace(source: FaceSource): AnthropicFace {
  const live = liveProjection(source, toAnthropic);
  return {
    get tools() {
      return [...live.now().tools];
    },
    get quarantined() {
      return live.now().quarantined;
    },
    async answer(message, given = {}) {
      const blocks = "content" in message ? message.content : message;
      const calls = entriesOf(blocks)
        .filter(isToolUse)
        .map(({ id, name, input }) => ({ id, name, arguments: input as JsonObject }));
      if (calls.length === 0) return null;
      const answered = await answerCalls(source, live.shown(), { ...given, calls });
      // Results first: the provider refuses a message whose text comes before them.
      return {
        role: "user",
        content: [
          ...answered.calls.map(({ result, ...call }) => toAnthropicToolResult(result, call)),
          ...answered.steering.map((text) => ({ type: "text" as const, text })),
        ],
      };
    },
  };
}

function isToolUse(block: AnthropicBlock): block is ToolUse {
  return block.type === "tool_use";
}
