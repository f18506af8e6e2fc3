import type { Answer, Approval, Question } from "../call/approval.ts";

/** One question that waits, in a few words. */
export interface Waiting {
  readonly id: string;
  readonly kind: Question["kind"];
  readonly tool: string;
  readonly origin: string;
  readonly title: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly what: string;
  /** `kept`: its process ended, and an answer is used when its run goes on. */
  readonly state: "waiting" | "elsewhere" | "kept";
  readonly sinceMs: number;
  readonly process: { readonly pid: number; readonly machine: string };
  /** Part of what it would touch could not be foreseen. */
  readonly opaque: boolean;
}

/** `GET /approvals`. */
export interface Approvals {
  readonly waiting: readonly Waiting[];
  /** Approved for longer than one call. */
  readonly standing: readonly Omit<Approval, "receipt">[];
}

export type Choice = Answer["choice"];

/** Counts the recorded calls of these days that an approval for longer would have let through. */
export interface CoveredCalls {
  readonly calls: number;
  readonly days: number;
  readonly letThrough: number;
  /** How many of those a person had rejected. */
  readonly rejected: number;
}

/** `GET /approvals/{question}`. */
export interface Card {
  readonly question: Question;
  /** Only answers that would be accepted. */
  readonly choices: readonly Choice[];
  /** Null when nothing can be kept, nothing is known, or counting would take too long. */
  readonly covered: CoveredCalls | null;
}

/** `POST /approvals/{question}/answer`. */
export interface Answered {
  readonly answered: string;
}

/** `DELETE /approvals/{question}`. */
export interface Revoked {
  readonly revoked: boolean;
}
