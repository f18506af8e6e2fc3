/** Sends a past conversation again: the person's words, the agent's, and every call with how it went. */
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { ToolCallText } from "@toolplane/contract";
import type { AcpPast } from "../port/acp-agent.ts";
import type { CallUpdates } from "../updates/call-updates.ts";

export interface ReplayOptions {
  readonly updates: Pick<CallUpdates, "past">;
  readonly send: (update: SessionUpdate) => void;
}

export function replayPast(past: readonly AcpPast[], { updates, send }: ReplayOptions): void {
  const wanted = new Map<string, ToolCallText>();
  const say = (sessionUpdate: "user_message_chunk" | "agent_message_chunk", text: string): void => {
    if (text !== "") send({ sessionUpdate, content: { type: "text", text } });
  };
  for (const entry of past) {
    if (entry.role === "person") say("user_message_chunk", entry.text);
    else if (entry.role === "agent") {
      say("agent_message_chunk", entry.text);
      for (const call of entry.calls) wanted.set(call.id, call);
    } else {
      const call = wanted.get(entry.callId);
      wanted.delete(entry.callId);
      if (call) updates.past(call, entry);
    }
  }
  for (const call of wanted.values())
    updates.past(call, { text: "Nobody knows how it ended.", isError: true });
}
