/** OpenAI's Responses: calls are items of the output, and their answers are items of the next input. */
import {
  type OpenAiFunctionOutput,
  type OpenAiOptions,
  type OpenAiResponsesTool,
  type SetAside,
  toOpenAIResponses,
  toOpenAiFunctionOutput,
} from "@toolplane/kernel/projection";
import { type AnswerCallsOptions, answerCalls } from "./answer-calls.ts";
import type { OpenAiUserMessage } from "./create-openai-face.ts";
import { entriesOf } from "./entries-of.ts";
import { type FaceSource, liveProjection } from "./session-tools.ts";

/** An item of an output. Only function calls are read; the rest (messages, reasoning, tools of the provider) is not ours. */
interface OpenAiOutputItem {
  readonly type: string;
}

interface FunctionCallItem {
  readonly type: "function_call";
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Items for the next input. */
export type OpenAiResponsesAnswer = OpenAiFunctionOutput | OpenAiUserMessage;

/** Tools for Responses and the way back. */
export interface OpenAiResponsesFace {
  /** For `tools` of a request. Read it for each: a search may have found more. */
  readonly tools: OpenAiResponsesTool[];
  /** Tools that could not be offered, and why. */
  readonly quarantined: readonly SetAside[];
  /** Tools that strict mode cannot say; they are offered without it. */
  readonly relaxed: readonly SetAside[];
  /** Runs the calls of a response (or of its output) and gives the items that answer them; none when there are no calls. */
  answer(
    response: { readonly output: readonly OpenAiOutputItem[] } | readonly OpenAiOutputItem[],
    options?: AnswerCallsOptions,
  ): Promise<OpenAiResponsesAnswer[]>;
}

export function createOpenAiResponsesFace(
  source: FaceSource,
  options: OpenAiOptions,
): OpenAiResponsesFace {
  const live = liveProjection(source, (tools) => toOpenAIResponses(tools, options));
  return {
    get tools() {
      return [...live.now().tools];
    },
    get quarantined() {
      return live.now().quarantined;
    },
    get relaxed() {
      return live.now().relaxed;
    },
    async answer(response, given = {}) {
      const items = "output" in response ? response.output : response;
      const calls = entriesOf(items)
        .filter(isFunctionCall)
        .map(({ call_id, name, arguments: args }) => ({ id: call_id, name, arguments: args }));
      const answered = await answerCalls(source, live.shown(), { ...given, calls });
      return [
        ...answered.calls.map(({ result, ...call }) => toOpenAiFunctionOutput(result, call)),
        ...answered.steering.map((content) => ({ role: "user" as const, content })),
      ];
    },
  };
}

function isFunctionCall(item: OpenAiOutputItem): item is FunctionCallItem {
  return item.type === "function_call";
}
