/** A chat as a page shows it. Everything in it that a model, a tool or a person wrote is text, and bounded. */
import type { ShownChange } from "../call/approval.ts";
import type { TodoItem } from "../tool/runtime.ts";

export type ChatPhase = "idle" | "working" | "stopping";

export type ChatMark = "allow" | "deny" | "failed" | "off" | "running" | "waiting";

export interface ChatFacts {
  readonly id: string;
  readonly kind: "model" | "demo";
  readonly model: string;
  readonly workspace: string | null;
  readonly sandbox: string;
  readonly startedAtMs: number;
  readonly phase: ChatPhase;
  /** The first prompt; empty until then. */
  readonly prompt: string;
}

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
  /** Why it was refused or failed, and what its tool has to say to the person. */
  readonly reason: string;
  /** The end of what it printed so far. */
  readonly output: string;
  readonly startedAtMs: number;
  readonly tookMs: number | null;
  readonly changes: readonly ShownChange[];
  /** Files that it changed; those beyond `changes` are only counted. */
  readonly files: number;
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

/** `GET /chats`. */
export interface Chats {
  /** The model that a chat would be opened with; null where none is configured. */
  readonly model: string | null;
  readonly hasDemo: boolean;
  readonly chats: readonly ChatFacts[];
}

/** `POST /chats`. */
export interface OpenedChat {
  readonly chat: ChatFacts;
}

/** `GET /chats/{chat}`. */
export interface ChatView extends OpenedChat {
  /** The newest pieces of the transcript. */
  readonly items: readonly ChatItem[];
  readonly status: ChatStatus;
  readonly at: number;
}

/** An event of `GET /chats/{chat}/events`. `at` counts them, so that a page knows which of them its first look held already. */
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

/** `POST /chats/{chat}/say`. */
export interface Heard {
  readonly heard: "prompt" | "now" | "later";
}

/** `POST /chats/{chat}/unsay`. */
export interface Unsaid {
  readonly text: string | null;
}

/** `POST /chats/{chat}/stop`. */
export interface StoppedChat {
  readonly stopped: string;
}

/** `DELETE /chats/{chat}`. */
export interface EndedChat {
  readonly ended: string;
}
