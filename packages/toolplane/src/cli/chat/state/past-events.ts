/** A conversation that was kept, as a chat would have heard it: so that whoever goes on with it sees where it was. */
import type { Message } from "@toolplane/agent";
import type { JsonObject, ToolCallText } from "@toolplane/contract";
import { tellingArgument } from "../../../ground/telling-argument.ts";
import { type ChatEvent, planOf } from "./chat-state.ts";

/** Older than this many messages is told of and not shown. */
const MOST_SHOWN = 40;
const MOST_REASON = 300;

export function pastEvents(messages: readonly Message[]): readonly ChatEvent[] {
  const calls = new Map<string, ToolCallText>();
  const events = messages.flatMap((message, index): readonly ChatEvent[] => {
    if (message.role === "assistant") for (const call of message.calls) calls.set(call.id, call);
    const told = eventsOf(message, calls);
    return index >= messages.length - MOST_SHOWN
      ? told
      : told.filter(({ type }) => type === "plan");
  });
  const left = messages.length - MOST_SHOWN;
  const note = `${left} earlier messages are not shown here; toolplane runs shows each turn.`;
  return [...(left > 0 ? [{ type: "note" as const, text: note }] : []), ...events, FLUSH];
}

const FLUSH: ChatEvent = { type: "flush" };

function eventsOf(
  message: Message,
  calls: ReadonlyMap<string, ToolCallText>,
): readonly ChatEvent[] {
  switch (message.role) {
    case "user":
      return message.from === "person" ? [{ type: "heard", text: message.text }] : [];
    case "assistant":
      return message.text.trim() === "" ? [] : [FLUSH, { type: "answer", text: message.text }];
    case "tool": {
      const args = argumentsOf(calls.get(message.callId));
      if (message.tool === "todo" && !message.isError)
        return [{ type: "plan", plan: planOf(args) }];
      const { callId, tool, isError } = message;
      const call = {
        ...{ tool, what: tellingArgument(args), tookMs: null, changes: [] },
        ...(isError
          ? { mark: "failed" as const, note: "failed", reason: textOf(message) }
          : { mark: "allow" as const, note: "", reason: "" }),
      };
      return [{ type: "call-settle", callId, call }];
    }
    default:
      return [];
  }
}

function argumentsOf(call: ToolCallText | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(call?.arguments ?? "{}");
    return typeof value === "object" && value !== null ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

function textOf({ content }: Extract<Message, { readonly role: "tool" }>): string {
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return text.slice(0, MOST_REASON);
}
