/**
 * OpenAI's Chat Completions, and everything that speaks it. The types are structural, so any version of the client fits and none
 * is needed. A call of a tool that is not ours is answered too: a provider refuses a conversation with a call left open.
 */
import {
  type OpenAiImageMessage,
  type OpenAiOptions,
  type OpenAiTool,
  type OpenAiToolMessage,
  type ProviderCall,
  type SetAside,
  toOpenAI,
  toOpenAiImageMessage,
  toOpenAiToolMessage,
} from "@toolplane/kernel/projection";
import { type AnswerCallsOptions, answerCalls } from "./answer-calls.ts";
import { entriesOf } from "./entries-of.ts";
import { type FaceSource, liveProjection } from "./session-tools.ts";

/** A tool call of a response: a function's, or a custom tool's, whose input is text. */
interface OpenAiToolCall {
  readonly id: string;
  readonly function?: { readonly name: string; readonly arguments: string };
  readonly custom?: { readonly name: string; readonly input: string };
}

/** The message of a response, as far as it is read. */
interface OpenAiAssistantMessage {
  readonly tool_calls?: readonly OpenAiToolCall[] | null;
}

/** A person's words while the calls ran. */
export interface OpenAiUserMessage {
  readonly role: "user";
  readonly content: string;
}

/** Messages that follow the one with the calls. */
export type OpenAiAnswer = OpenAiToolMessage | OpenAiImageMessage | OpenAiUserMessage;

/** Tools for Chat Completions and the way back. */
export interface OpenAiFace {
  /** For `tools` of a request. Read it for each: a search may have found more. */
  readonly tools: OpenAiTool[];
  /** Tools that could not be offered, and why. */
  readonly quarantined: readonly SetAside[];
  /** Tools that strict mode cannot say; they are offered without it. */
  readonly relaxed: readonly SetAside[];
  /** Runs the calls of a message (or a list of calls) and gives the messages that answer them; none when there are no calls. */
  answer(
    message: OpenAiAssistantMessage | readonly OpenAiToolCall[],
    options?: AnswerCallsOptions,
  ): Promise<OpenAiAnswer[]>;
}

export function createOpenAiFace(source: FaceSource, options: OpenAiOptions): OpenAiFace {
  const live = liveProjection(source, (tools) => toOpenAI(tools, options));
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
    async answer(message, given = {}) {
      const calls = callsOf(message).map(readCall);
      const answered = await answerCalls(source, live.shown(), { ...given, calls });
      // Pictures go in user messages, and those may come only after every tool message.
      return [
        ...answered.calls.map(({ result, ...call }) => toOpenAiToolMessage(result, call)),
        ...answered.calls.flatMap(
          ({ result, ...call }) => toOpenAiImageMessage(result, call) ?? [],
        ),
        ...answered.steering.map((content) => ({ role: "user" as const, content })),
      ];
    },
  };
}

function callsOf(
  message: OpenAiAssistantMessage | readonly OpenAiToolCall[],
): readonly OpenAiToolCall[] {
  return entriesOf("length" in message ? message : message.tool_calls);
}

function readCall({ id, function: called, custom }: OpenAiToolCall): ProviderCall {
  if (called) return { id, name: called.name, arguments: called.arguments };
  return { id, name: custom?.name ?? "", arguments: { input: custom?.input ?? "" } };
}
