/** A chat as a page shows it. Everything in it that a model, a tool or a person wrote is text, and bounded. */
import type { ShownChange, TodoItem } from "@toolplane/contract";

export type ChatPhase = "idle" | "working" | "stopping";

export type ChatMark = "allow" | "deny" | "failed" | "off" | "running" | "waiting";

/** A call, from its question or its start to its result. */
export interface ChatCall {
  readonly kind: "call";
  readonly callId: string;
  readonly sessionId: string;
  /** The subagents that made it, the outermost first; empty for the agent's own. */
  readonly agents: readonly string[];
  readonly tool: string;
  readonly what: string;
  readonly mark: ChatMark;
  readonly words: string;
  /** Why it was refused or failed. */
  readonly reason: string;
  /** The end of what it printed so far. */
  readonly output: string;
  readonly startedAtMs: number;
  readonly tookMs: number | null;
  readonly changes: readonly ShownChange[];
}

export type ChatEntry =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "note"; readonly text: string }
  | ChatCall;

/** One piece of the transcript; its number stays the same when it changes. */
export type ChatItem = ChatEntry & { readonly id: number };

export interface ChatStatus {
  readonly phase: ChatPhase;
  /** Words that the model has not heard. */
  readonly waiting: readonly { readonly when: "now" | "later"; readonly text: string }[];
  readonly plan: readonly TodoItem[];
  readonly tokens: number;
  readonly costMicros: number;
}

/** What a page is told as it happens. `at` counts them, so that a page knows which of them its first look held already. */
export type ChatNews =
  | { readonly type: "item"; readonly data: { readonly at: number; readonly item: ChatItem } }
  | {
      readonly type: "delta";
      readonly data: { readonly at: number; readonly id: number; readonly text: string };
    }
  | {
      readonly type: "status";
      readonly data: { readonly at: number; readonly status: ChatStatus };
    };
