/** What the agent tells, read one after the other: some of it takes a moment, and its order must not change. */
import type { AgentEvent } from "../../agent/agent.ts";
import { createEventReader } from "./agent-events.ts";
import type { ChatGround } from "./chat-ground.ts";
import type { ChatEvent } from "./chat-state.ts";

export interface AgentQueue {
  take(event: AgentEvent): void;
  /** Settles when everything that was taken so far has been told. */
  drained(): Promise<void>;
}

export function createAgentQueue(
  { agent, state, clock, face }: Pick<ChatGround, "agent" | "state" | "clock" | "face">,
  hear: (event: ChatEvent) => void,
): AgentQueue {
  const read = createEventReader({ store: state.store, nowMs: () => clock.nowMs() });
  let last: Promise<void> = Promise.resolve();
  return {
    take(event) {
      // What a person takes back is told by the command that they typed.
      if ("callId" in event && event.callId === face.undoing) return;
      last = last.then(async () => {
        for (const told of await read(event)) hear(told);
        if (event.type !== "turn-end" && event.type !== "compaction-end") return;
        const { contextTokens: used, settings } = agent.state();
        hear({ type: "figures", figures: { used, room: settings.compactAt ?? null } });
      });
    },
    drained: () => last,
  };
}
