/** A conversation that was kept, as people are shown it: what was said, answered and called. */
import type { Message } from "@toolplane/agent";
import type { JsonObject, ToolCallText } from "@toolplane/contract";
import { callArguments } from "./call-arguments.ts";

export type PastPiece =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "words"; readonly text: string }
  | {
      readonly kind: "call";
      readonly callId: string;
      readonly tool: string;
      readonly arguments: JsonObject;
      /** Reason of a refusal or failure; null when there was none. */
      readonly reason: string | null;
      /** A person stopped it, or it was not begun any more. */
      readonly isStopped: boolean;
    };

const MOST_REASON = 300;
/** The model's text of a call that was stopped, or that was not begun any more. */
const STOPPED = /^Error: (?:Cancelled$|Not run\. )/;

/** One for each message; null for what was not meant for a person, or says nothing. */
export function pastTalk(messages: readonly Message[]): readonly (PastPiece | null)[] {
  const calls = new Map<string, ToolCallText>();
  return messages.map((message) => {
    if (message.role === "assistant") for (const call of message.calls) calls.set(call.id, call);
    return pieceOf(message, calls);
  });
}

function pieceOf(message: Message, calls: ReadonlyMap<string, ToolCallText>): PastPiece | null {
  if (message.role === "user")
    return message.from === "person" ? { kind: "said", text: message.text } : null;
  if (message.role === "assistant")
    return message.text.trim() === "" ? null : { kind: "words", text: message.text };
  const { callId, tool, isError } = message;
  const reason = isError ? textOf(message) : null;
  return {
    kind: "call",
    callId,
    tool,
    arguments: callArguments(calls.get(callId)),
    reason,
    isStopped: reason !== null && STOPPED.test(reason),
  };
}

function textOf({ content }: Extract<Message, { readonly role: "tool" }>): string {
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return text.slice(0, MOST_REASON);
}
