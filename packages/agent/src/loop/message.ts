/** The conversation as it is kept and sent: plain JSON, so that any process can go on with it. */
import type { ContentPart, FlowHints, Json, ToolCallText } from "@toolplane/contract";

/** Words to the model: a person's, the parent's of a subagent, or the host's own (what a background child found, what was left out). */
export interface UserMessage {
  readonly role: "user";
  readonly from: "person" | "parent" | "host";
  readonly text: string;
  readonly pictures?: readonly Picture[];
}

/** A picture that a person shows the model beside their words. */
export type Picture = Extract<ContentPart, { readonly type: "image" }>;

export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  /** Calls that it wants; each is answered by a tool message before its next answer. */
  readonly calls: readonly ToolCallText[];
  /** Faults of the calls that had to be mended, by call id. */
  readonly repaired?: Readonly<Record<string, string>>;
  /** Data that the provider wants to see again as it was, such as signed reasoning; only the provider reads it. */
  readonly opaque?: Json;
}

/** The answer to one call, as the model is shown it. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  readonly tool: string;
  readonly content: readonly ContentPart[];
  readonly isError: boolean;
  /** The tool's own word on how to go on. */
  readonly flow?: FlowHints;
}

export type Message = UserMessage | AssistantMessage | ToolMessage;

/** The answers to the calls at the end of a conversation, in the order of the calls. */
export function lastResults(messages: readonly Message[]): readonly ToolMessage[] {
  const at = messages.findLastIndex(({ role }) => role === "assistant");
  const last = messages[at];
  if (last?.role !== "assistant") return [];
  const answers = messages.slice(at + 1).filter((message) => message.role === "tool");
  return last.calls.flatMap(({ id }) => answers.find(({ callId }) => callId === id) ?? []);
}

/** The calls at the end of a conversation that nothing has answered yet. */
export function openCalls(messages: readonly Message[]): readonly ToolCallText[] {
  const at = messages.findLastIndex(({ role }) => role === "assistant");
  const last = messages[at];
  if (last?.role !== "assistant") return [];
  const answered = new Set<string>();
  for (const message of messages.slice(at + 1))
    if (message.role === "tool") answered.add(message.callId);
  return last.calls.filter(({ id }) => !answered.has(id));
}
