import type { Answer, Approval, Question } from "../call/approval.ts";
import type { OfferReach } from "../call/offer-reach.ts";
import type { Rule } from "../policy/rule.ts";
import type { IndexProgress } from "./found-calls.ts";

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
  /** The person's own rules for this project: those given on a card, and those added to the file by hand. */
  readonly rules: readonly StandingRule[];
}

/** A rule that can be taken back by its id. */
export interface StandingRule {
  readonly id: string;
  readonly rule: Rule;
  /** When it came and from what; empty where the file does not say. */
  readonly given: string;
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
}

/** `GET /approvals/{question}/reach`: counted while the card is read. */
export interface CardReach {
  /** By an answer that lasts. Null when nothing can be kept, nothing is known, or counting would take too long. */
  readonly covered: CoveredCalls | null;
  /** The calls that the offered rule would have covered; null where none is offered. */
  readonly offer: OfferReach | null;
}

/** `POST /approvals/{question}/answer`. */
export interface Answered {
  readonly answered: string;
}

/** `DELETE /approvals/{question}`. */
export interface Revoked {
  readonly revoked: boolean;
}

/** A question that a person answered, with the call that it was about. All texts are foreign. */
export interface AnsweredQuestion {
  readonly questionId: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly what: string;
  readonly choice: Choice;
  /** The person's words to the model; null where there were none. */
  readonly note: string | null;
  /** The name under which it was answered; null where it was answered in the program that asked. */
  readonly by: string | null;
  /** The account that the program ran under; null where it was not kept. */
  readonly person: string | null;
  readonly client: string | null;
  readonly atMs: number;
  /** How long the call waited for people. */
  readonly waitedMs: number;
  /** Receipts that were stored for it. */
  readonly receipts: readonly string[];
  /** Approvals of this answer that still hold, by the ids with which they are taken back. */
  readonly standing: readonly string[];
  readonly workspace: string | null;
}

/** `GET /answered`: the latest first. */
export interface AnsweredPage {
  readonly answers: readonly AnsweredQuestion[];
  /** `after` of the next page; null at the end. */
  readonly next: string | null;
  /** Null: the store has no index of calls, and answers cannot be listed. */
  readonly index: IndexProgress | null;
}
