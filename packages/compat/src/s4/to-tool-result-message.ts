/**
 * The message that carries a result into the conversation (S4): content with what correlates it. This is where a result
 * meets a model, so `details` stays behind and text from outside is fenced with a nonce that its author could not know.
 */
import { type ContentPart, markedSource, type ToolResult } from "@toolplane/contract";
import { fenceUntrusted } from "@toolplane/kernel";
import { toAgentResult } from "./agent-result.ts";

/** S4's Message::ToolResult, by its wire names. */
export interface ToolResultMessage {
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly content: readonly ContentPart[];
  readonly is_error: boolean;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

/** Facts that are added to a message. */
export interface MessageFacts {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly timestampMs: number;
  /** Asked only when something has to be fenced. */
  readonly nonce: () => string;
}

export function toToolResultMessage(result: ToolResult, facts: MessageFacts): ToolResultMessage {
  const { content } = toAgentResult(result);
  return {
    tool_call_id: facts.toolCallId,
    tool_name: facts.toolName,
    content: withPath(fenced(content, result, facts.nonce), result),
    is_error: result.type === "error",
    timestamp: facts.timestampMs,
  };
}

/** Adds where the whole lies, for a model that sees a cut text. */
function withPath(content: readonly ContentPart[], result: ToolResult): readonly ContentPart[] {
  const { truncated, output_path } = result.metadata;
  if (!truncated || output_path === undefined) return content;
  return [...content, { type: "text", text: `The whole output is in ${output_path}.` }];
}

function fenced(
  content: readonly ContentPart[],
  { metadata }: ToolResult,
  makeNonce: () => string,
): readonly ContentPart[] {
  const source = markedSource(metadata);
  if (source === undefined) return content;
  const nonce = makeNonce();
  return content.map((part) =>
    part.type === "text" ? { ...part, text: fenceUntrusted(part.text, { nonce, source }) } : part,
  );
}
