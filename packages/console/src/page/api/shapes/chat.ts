/** A conversation in the browser. */
import type { ShownChange } from "@toolplane/contract";
import type { MarkName } from "./here.ts";

export interface ChatFacts {
  readonly id: string;
  readonly kind: "model" | "demo";
  readonly model: string;
  readonly workspace: string | null;
  readonly sandbox: string;
  readonly startedAtMs: number;
  readonly phase: ChatStatus["phase"];
  readonly prompt: string;
}

export interface ChatStatus {
  readonly phase: "idle" | "working" | "stopping";
  readonly waiting: readonly { readonly when: "now" | "later"; readonly text: string }[];
  readonly plan: readonly { readonly content: string; readonly status: string }[];
  readonly tokens: number;
  readonly costMicros: number;
}

export interface ChatCall {
  readonly id: number;
  readonly kind: "call";
  readonly callId: string;
  readonly sessionId: string;
  readonly agents: readonly string[];
  readonly tool: string;
  readonly what: string;
  readonly mark: MarkName;
  readonly words: string;
  readonly reason: string;
  readonly output: string;
  readonly startedAtMs: number;
  readonly tookMs: number | null;
  readonly changes: readonly ShownChange[];
}

export type ChatItem =
  | { readonly id: number; readonly kind: "said" | "words" | "note"; readonly text: string }
  | ChatCall;

export interface ChatView {
  readonly chat: ChatFacts;
  readonly items: readonly ChatItem[];
  readonly status: ChatStatus;
  readonly at: number;
}

export interface Chats {
  readonly model: string | null;
  readonly hasDemo: boolean;
  readonly chats: readonly ChatFacts[];
}
