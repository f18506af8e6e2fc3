/** What goes on now, and the questions that wait for a person. */
import type { Question } from "@toolplane/contract";
import type { CallLine, ListedSession } from "./sessions.ts";

export interface Waiting {
  readonly id: string;
  readonly kind: string;
  readonly tool: string;
  readonly title: string;
  readonly sessionId: string;
  readonly what: string;
  readonly sinceMs: number;
  readonly opaque: boolean;
}

export interface Now {
  readonly live: readonly ListedSession[];
  readonly running: readonly { readonly sessionId: string; readonly call: CallLine }[];
  readonly waiting: readonly Waiting[];
}

export type Choice = "once" | "session" | "project" | "reject" | "without" | "edit" | "answers";

export interface Card {
  readonly question: Question;
  readonly choices: readonly Choice[];
  readonly covered: {
    readonly calls: number;
    readonly days: number;
    readonly letThrough: number;
    readonly rejected: number;
  } | null;
}
