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
  /** A person stopped this answer. Its text is what had been said until then, and `STOPPED` behind it. */
  readonly stopped?: true;
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

/** Tells the model why an answer of its own ends where it does, or is missing. */
const STOPPED = "[stopped by the user]";

/** The answer that a person stopped. Without it the words before it and after it would reach the model as one. */
export function stoppedAnswer(said: string): AssistantMessage {
  const text = said.trim() === "" ? STOPPED : `${said.trimEnd()}\n\n${STOPPED}`;
  return { role: "assistant", text, calls: [], stopped: true };
}

/** The model's words in an answer, without the words that it was stopped. */
export function saidIn({ text, stopped }: AssistantMessage): string {
  return stopped ? text.slice(0, -STOPPED.length).trimEnd() : text;
}

/** A model that plays turns has given this one: one that was stopped is still to come. */
export function isWholeAnswer(message: Message): message is AssistantMessage {
  return message.role === "assistant" && !message.stopped;
}

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
