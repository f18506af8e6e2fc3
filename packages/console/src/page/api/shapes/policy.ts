/** The rules in force, and what a draft of them would change. */
import type { PolicyRule, RuleReference } from "@toolplane/contract";
import type { MarkName } from "./here.ts";

export interface ListedRule {
  readonly rule: PolicyRule;
  readonly source: RuleReference["source"];
}

/** How often each rule that decides did so, among the newest calls. */
export interface RuleHits {
  readonly calls: number;
  readonly isWhole: boolean;
  readonly hits: readonly (ListedRule & {
    readonly calls: number;
    readonly lastAtMs: number | null;
  })[];
}

export interface RuleFile {
  readonly file: string;
  readonly text: string | null;
  readonly digest: string | null;
}

export interface Policy {
  readonly mode: string;
  readonly flow: string;
  readonly project: string;
  readonly rules: readonly ListedRule[];
  readonly shipped: readonly ListedRule[];
  readonly files: { readonly project: RuleFile | null; readonly own: RuleFile };
}

export interface WhatIf {
  readonly days: number;
  readonly isWhole: boolean;
  readonly tookMs: number;
  readonly sessions: number;
  readonly judged: number;
  readonly same: number;
  readonly notJudged: number;
  readonly total: number;
  readonly asksBefore: number;
  readonly asksAfter: number;
  readonly counts: {
    readonly asks: number;
    readonly denied: number;
    readonly unasked: number;
    readonly loosened: number;
  };
  readonly moved: readonly {
    readonly move: string;
    readonly from: MarkName;
    readonly to: MarkName;
    readonly tool: string;
    readonly what: string;
    readonly sessionId: string;
    readonly callId: string;
    readonly by: RuleReference | null;
    readonly wasRejected: boolean;
    readonly wasAllowed: boolean;
  }[];
}

export interface Suggestion {
  readonly rule: PolicyRule;
  readonly spared: number;
  readonly blast: {
    readonly letThrough: number;
    readonly rejected: number;
    readonly neverAsked: number;
  };
}
