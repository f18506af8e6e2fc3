/**
 * A run as the AI SDK's chat interfaces take it: chunks of one message, step by step, with the words as they come and each call as its
 * input, what it reports meanwhile, and its output. Only plain data: no part of the SDK is needed to make them.
 */
import type { Json, ToolResult } from "@toolplane/contract";
import type { AgentEvent } from "./agent.ts";

/** The SDK's `UIMessageChunk`, as far as a run has them. */
export type UiChunk =
  | { readonly type: "start"; readonly messageId?: string }
  | { readonly type: "start-step" | "finish-step" | "finish" | "abort" }
  | { readonly type: "text-start" | "text-end"; readonly id: string }
  | { readonly type: "text-delta"; readonly id: string; readonly delta: string }
  | ({ readonly type: "tool-input-available"; readonly input: unknown } & UiTool)
  | {
      readonly type: "tool-output-available";
      readonly toolCallId: string;
      readonly output: unknown;
      readonly preliminary?: boolean;
    }
  | { readonly type: "tool-output-error"; readonly toolCallId: string; readonly errorText: string }
  | { readonly type: "error"; readonly errorText: string };

interface UiTool {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The interface knows the tools by their names only. */
  readonly dynamic: true;
}

/** Makes what turns the events of one run, in their order, into chunks. Events of subagents are not among them. */
export function createUiChunks(): (event: AgentEvent) => readonly UiChunk[] {
  let turn = 0;
  let isSpeaking = false;
  const id = (): string => `text-${turn}`;
  const speak = (): readonly UiChunk[] => {
    if (isSpeaking) return [];
    isSpeaking = true;
    return [{ type: "text-start", id: id() }];
  };
  const beSilent = (): readonly UiChunk[] => {
    if (!isSpeaking) return [];
    isSpeaking = false;
    return [{ type: "text-end", id: id() }];
  };
  return (event) => {
    switch (event.type) {
      case "agent-start":
        return [{ type: "start", messageId: event.loopId }];
      case "turn-start":
        turn += 1;
        return [{ type: "start-step" }];
      case "message-update":
        return [...speak(), { type: "text-delta", id: id(), delta: event.delta }];
      case "message-add":
        return event.message.role === "assistant"
          ? [...beSilent(), ...event.message.calls.map(inputOf)]
          : [];
      case "call-update":
        return [outputOf(event.callId, event.partial, true)];
      case "call-settle":
        return [resultOf(event.callId, event.result)];
      case "turn-end":
        return [{ type: "finish-step" }];
      case "agent-end":
        return [...beSilent(), ...endOf(event.outcome)];
      default:
        return [];
    }
  };
}

function inputOf(call: {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}): UiChunk {
  const { id: toolCallId, name: toolName } = call;
  const input = parsed(call.arguments);
  return { type: "tool-input-available", toolCallId, toolName, dynamic: true, input };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

function outputOf(toolCallId: string, output: Json, preliminary: boolean): UiChunk {
  return { type: "tool-output-available", toolCallId, output, preliminary };
}

function resultOf(toolCallId: string, result: ToolResult): UiChunk {
  return result.type === "error"
    ? { type: "tool-output-error", toolCallId, errorText: result.error_text }
    : { type: "tool-output-available", toolCallId, output: result.data };
}

function endOf(
  outcome: Extract<AgentEvent, { readonly type: "agent-end" }>["outcome"],
): readonly UiChunk[] {
  if (outcome.status === "done") return [{ type: "finish" }];
  if (outcome.status === "stopped" && outcome.by === "cancel") return [{ type: "abort" }];
  return [{ type: "error", errorText: outcome.message }, { type: "finish" }];
}
