/** Questions, answers, approvals and receipts: how a person's word enters the road and what is kept of it. */

import type { Footprint, Resource } from "../policy/footprint.ts";
import type { Rule, RuleReference } from "../policy/rule.ts";
import type { Opinion } from "../policy/verdict.ts";
import type { ChangeSet } from "../result/change-set.ts";
import type { Destination, SeenLabel } from "../result/flow.ts";
import type { Json, JsonObject } from "../schema/json-schema.ts";
import type { ClientRequest } from "./client-request.ts";

/** The subject of a question. One permission question per call before it runs; the others come later, one at a time. */
export type QuestionKind = "permission" | "egress" | "wider-rerun" | "landing" | "tool";

/** Questions of a tool to a person while it runs, by the names on the wire. */
export interface ToolQuestion {
  readonly question: string;
  readonly header?: string;
  readonly options?: readonly { readonly label: string; readonly description?: string }[];
  readonly multi_select?: boolean;
}

/** The question that a person sees. Rendered from the footprint: it shows every resource, hides nothing and omits nothing. */
export interface Question {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly sessionId: string;
  readonly callId: string;
  /** The agents above the one that asks, and itself, the outermost first. Absent where no subagent asks. */
  readonly askedBy?: readonly string[];
  readonly tool: string;
  /** Where the tool comes from; a shadowing tool never borrows another's name unseen. */
  readonly origin: string;
  /** Says who asks and what, in a few words. */
  readonly title: string;
  /** One line for each resource, escaped for display. */
  readonly lines: readonly string[];
  /** Why it asks: the opinions that said ask. */
  readonly reasons: readonly Opinion[];
  /** Resources that a rule allows already, by their index in the footprint; a face shows them beside those that ask. */
  readonly allowed?: readonly { readonly resource: number; readonly rule: RuleReference }[];
  readonly footprint: Footprint;
  readonly arguments: JsonObject;
  /** The resources that *always* would cover; null when it cannot be stored (opaque parts). */
  readonly cover: readonly ApprovalKey[] | null;
  /** Set where a narrow rule would answer this and what is like it: the answer `rule` writes it down. */
  readonly offer?: OfferedRules;
  /**
   * Set where the answer that lasts is kept for the tool and its own key, whatever a later call touches. A face shows the note,
   * offers *this session*, and does not offer *once*.
   */
  readonly byKey?: { readonly key: string; readonly note: string };
  /** Where a rule asks after what was seen: what that was, from where and when. */
  readonly seen?: readonly SeenLabel[];
  /** And where the call would send something to. */
  readonly sends?: readonly Destination[];
  /** Set for kind "tool". */
  readonly questions?: readonly ToolQuestion[];
  /**
   * Of kind "tool", where a server behind the tool asks the program in front of us, by a name each, in the protocol's own words:
   * only that program can answer it.
   */
  readonly requests?: Readonly<Record<string, ClientRequest>>;
  /** Set for kind "landing": what the command changed in its view and asks to make real. */
  readonly changeSet?: ChangeSet;
  /**
   * The changes it would make to files, or has made in its view, and the differences of a tool that was pinned: worked out before
   * the person is asked, so that every face shows the same. Masked and bounded; nothing is judged by it; absent where it is not
   * known.
   */
  readonly changes?: readonly ShownChange[];
  /** Set where more can be looked up first, and says where that asks: the answer `look-up` does it, and the question comes again. */
  readonly lookUp?: string;
  /** Lines that a look-up found, escaped and bounded: what others wrote, so nothing is judged by it. */
  readonly facts?: readonly ShownFact[];
}

/** One thing that was looked up for a person. */
export interface ShownFact {
  readonly label: string;
  readonly text: string;
  /** It speaks against a yes. */
  readonly warns?: true;
}

/** Rules that a person is offered beside *exactly this*: one generalisation, in as many rules as the call has different commands. */
export interface OfferedRules {
  readonly rules: readonly Rule[];
  /** The same for people, escaped for display: `npm run build with any arguments`. They hold in this project only. */
  readonly words: string;
}

/** Rules that a person gave by answering `rule`, for the one who writes them down. */
export interface KeptRules extends OfferedRules {
  readonly sessionId: string;
  readonly callId: string;
  readonly atMs: number;
}

/** The change of one file, or of the definition of a tool, for people. */
export interface ShownChange {
  readonly path: string;
  readonly kind: "created" | "changed" | "removed";
  readonly added: number;
  readonly removed: number;
  /** A unified diff, which says at its end when it was cut; empty where a side is not text, not known any more, or too much to show. */
  readonly diff: string;
  /** Why it has no lines, or how they are to be read: `not text: 12 kB, was 4 kB`. Absent where there is nothing to say. */
  readonly note?: string;
}

/** The changes of one call: those that are shown, and how many files it changed in all. */
export interface ShownChanges {
  readonly changes: readonly ShownChange[];
  readonly files: number;
}

/** The answer of a person. `edit` sends the call back to validation with other arguments. */
export type Answer =
  | { readonly choice: "once" }
  | { readonly choice: "session" }
  | { readonly choice: "project" }
  /** The rules of the question's `offer` are written down for this project. */
  | { readonly choice: "rule" }
  | { readonly choice: "reject"; readonly note?: string }
  /** No answer yet: what the question's `lookUp` names is looked up, and then it is asked again. */
  | { readonly choice: "look-up" }
  /** Of kind "landing": these paths stay out; `once` lands all, `reject` drops the set. */
  | { readonly choice: "without"; readonly paths: readonly string[] }
  | { readonly choice: "edit"; readonly arguments: JsonObject }
  | {
      readonly choice: "answers";
      readonly answers: readonly (readonly string[])[];
      /** One for each of `requests`, as the program gave it: text from outside. */
      readonly replies?: Readonly<Record<string, JsonObject>>;
    };

/** One key of a call with the resources that it covers. A compound command has one per unit. */
export interface ApprovalKey {
  readonly key: string;
  readonly cover: readonly Resource[];
}

/** A person's standing answer about one `(tool, origin, key)`, with the footprint it was given for. */
export interface Approval {
  readonly id: string;
  readonly tool: string;
  readonly origin: string;
  /** Digest of the tool's definition; another definition under the same name finds nothing. */
  readonly fingerprint: string;
  readonly key: string;
  readonly cover: readonly Resource[];
  /** `key`: it answers every call with its key, whatever that touches. Absent: only what lies inside its cover. */
  readonly by?: "key";
  readonly scope: "session" | "project";
  readonly sessionId: string;
  readonly grantedAtMs: number;
  readonly expiresAtMs?: number;
  /** Proves that a person gave it. One that comes back from a store without a genuine receipt counts for nothing. */
  readonly receipt?: Receipt;
}

/** The MACed record of an answer, so that another process or machine can check it. Policy is judged again at use. */
export type Receipt = (
  | {
      readonly kind: "once";
      readonly sessionId: string;
      readonly callId: string;
      readonly argumentsDigest: string;
      readonly footprintDigest: string;
    }
  | {
      readonly kind: "always";
      readonly fingerprint: string;
      readonly tool: string;
      readonly origin: string;
      readonly key: string;
      readonly coverDigest: string;
      readonly by?: "key";
      readonly scope: "session" | "project";
      readonly sessionId: string;
      readonly expiresAtMs: number | null;
    }
) & { readonly id: string; readonly issuedAtMs: number; readonly mac: string };

/** An answer as the record keeps it. */
export interface AnswerFacts {
  readonly questionId: string;
  readonly choice: Answer["choice"];
  readonly receipt?: Receipt;
  readonly extra?: Json;
}

/** False for what a person said to a tool's own question, and for the wish to look something up first. */
export function isDecision({ choice }: Pick<Answer, "choice">): boolean {
  return choice !== "answers" && choice !== "look-up";
}

/** True for every answer that lets a call run. */
export function isYes({ choice }: Pick<Answer, "choice">): boolean {
  return choice === "once" || choice === "session" || choice === "project" || choice === "rule";
}
