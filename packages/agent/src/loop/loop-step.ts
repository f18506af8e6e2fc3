/** The outcome of `advance`: the state after it, the next work, and events for the listeners. */
import type { ToolCallText } from "@toolplane/contract";
import type { LoopOutcome, LoopState, ReachedLimit, Spent } from "./loop-state.ts";
import type { Message } from "./message.ts";

/** `wait`: nothing, until there is a message. */
export type LoopWork =
  | { readonly do: "wait" }
  | { readonly do: "ask-model" }
  | { readonly do: "run-calls"; readonly calls: readonly ToolCallText[] }
  /** Ask whether the budget in money is raised. */
  | { readonly do: "raise"; readonly limit: ReachedLimit }
  /** Say the messages before this one shorter. */
  | { readonly do: "compact"; readonly before: number };

/** Noun, then verb. What concerns a single call comes from its session. */
export type LoopEvent =
  | { readonly type: "agent-start"; readonly loopId: string; readonly trigger: LoopTrigger }
  | { readonly type: "turn-start"; readonly loopId: string; readonly turn: number }
  | { readonly type: "message-add"; readonly loopId: string; readonly message: Message }
  | {
      readonly type: "turn-end";
      readonly loopId: string;
      readonly turn: number;
      readonly spent: Spent;
    }
  | { readonly type: "compaction-start"; readonly loopId: string; readonly messages: number }
  | {
      readonly type: "compaction-end";
      readonly loopId: string;
      readonly messages: number;
      readonly isSummary: boolean;
    }
  | {
      readonly type: "agent-suspend";
      readonly loopId: string;
      readonly questions: readonly string[];
    }
  | { readonly type: "agent-resume"; readonly loopId: string }
  | { readonly type: "input-reject"; readonly loopId: string; readonly reason: string }
  | { readonly type: "agent-end"; readonly loopId: string; readonly outcome: LoopOutcome };

/** The source of the words that began it: a person, the agent that started this one, or a note of the host's own. */
export type LoopTrigger = "prompt" | "parent" | "note";

export interface LoopStep {
  readonly state: LoopState;
  readonly work: LoopWork;
  readonly events: readonly LoopEvent[];
}
