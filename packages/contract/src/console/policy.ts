import type { ShownChange } from "../call/approval.ts";
import type { PolicyRule, Rule, RuleReference, RuleSource } from "../policy/rule.ts";

/** A rule with the place where a person finds it. */
export interface ListedRule {
  readonly rule: PolicyRule;
  readonly source: RuleSource;
}

/** `GET /policy/hits`: how often each rule that decides did so, among the newest calls. */
export interface RuleHits {
  readonly calls: number;
  /** False: there was no time for all of them yet. */
  readonly isWhole: boolean;
  readonly hits: readonly (ListedRule & {
    readonly calls: number;
    readonly lastAtMs: number | null;
  })[];
}

export interface RuleFile {
  readonly file: string;
  /** Null where the file does not exist. */
  readonly text: string | null;
  readonly digest: string | null;
}

/** A rule that matches nothing on this machine. */
export interface IdleRule extends ListedRule {
  /** Why, as the end of a sentence about the rule: `no tool here is called "bsah"`. */
  readonly reason: string;
  /** The permission or pattern that was probably meant; null where nothing is near. */
  readonly near: string | null;
}

/** `GET /policy`. */
export interface PolicyFacts {
  readonly mode: string;
  readonly flow: string;
  readonly project: string;
  readonly rules: readonly ListedRule[];
  /** Those that toolplane brings. */
  readonly shipped: readonly ListedRule[];
  /** Denied files that are tracked by git all the same. */
  readonly tracked: object;
  /** Rules that name a folder without what lies in it. */
  readonly folders: readonly RuleReference[];
  readonly idle: readonly IdleRule[];
  /** Rows of an untrusted project's rule file that cannot be read, each with its place; they do not hold. */
  readonly broken: readonly string[];
  readonly reach: object;
  readonly files: { readonly project: RuleFile | null; readonly own: RuleFile };
}

/** A row of a draft that means nothing; lines count from 1. */
export interface DraftFault {
  readonly line: number;
  readonly message: string;
}

export interface RuleWord {
  readonly name: string;
  readonly detail: string;
}

/** `GET /policy/words`: what can stand in a rule file here. */
export interface RuleWords {
  readonly permissions: readonly RuleWord[];
  readonly actions: readonly RuleWord[];
  /** Members of a rule. */
  readonly names: readonly RuleWord[];
  readonly labels: readonly RuleWord[];
}

/** `POST /policy/check`. */
export interface CheckedDraft {
  readonly ok: boolean;
  readonly rules: number;
  readonly problem: string | null;
  /** Every row that cannot be put in force, as far as they are looked for. */
  readonly faults: readonly DraftFault[];
  /** Rules of it that match nothing here. */
  readonly idle: readonly IdleRule[];
  /** The change that it would make to the file; null: none. */
  readonly change: ShownChange | null;
}

/** `PUT /policy/files/{scope}` and `POST /policy/files/{scope}/rules`. */
export interface WrittenRules {
  readonly file: RuleFile;
  /** The file counts for less until a person trusts the project again. */
  readonly needsTrust: boolean;
}

export type VerdictMove = "asks" | "denied" | "unasked" | "loosened";

/** Recorded calls, alike in what they are about, whose verdict a draft changes. */
export interface MovedVerdict {
  readonly move: VerdictMove;
  readonly from: "allow" | "ask" | "deny";
  readonly to: "allow" | "ask" | "deny";
  readonly tool: string;
  readonly what: string;
  /** Calls of this tool about this whose verdict moves alike; the other fields are of the newest one. */
  readonly count: number;
  readonly sessionId: string;
  readonly callId: string;
  readonly atMs: number;
  /** The rule that decides by the draft; null when none does. */
  readonly by: RuleReference | null;
  /** The rule that decided before. */
  readonly was: RuleReference | null;
  readonly wasRejected: boolean;
  readonly wasAllowed: boolean;
}

/** `POST /policy/what-if`. */
export interface WhatIf {
  readonly days: number;
  /** False: time ran out before the oldest calls. */
  readonly isWhole: boolean;
  readonly tookMs: number;
  readonly sessions: number;
  readonly judged: number;
  readonly same: number;
  readonly notJudged: number;
  readonly asksBefore: number;
  readonly asksAfter: number;
  /** Changed verdicts, also those past the ones in `moved`. */
  readonly total: number;
  readonly counts: Readonly<Record<VerdictMove, number>>;
  readonly moved: readonly MovedVerdict[];
}

/** A rule that would have spared people questions. */
export interface Suggestion {
  readonly rule: Rule;
  readonly breadth: string;
  readonly spared: number;
  readonly blast: {
    readonly letThrough: number;
    readonly rejected: number;
    readonly neverAsked: number;
  };
  /** Ids of calls that it would have let through. */
  readonly examples: readonly string[];
}

/** `GET /policy/suggestions`. */
export interface SuggestionList {
  readonly days: number;
  readonly calls: number;
  readonly suggestions: readonly Suggestion[];
}
