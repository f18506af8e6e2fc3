/**
 * One line of another program's policy, in a form that all of them share: whose word weighs more (`rank`), what must agree
 * (`plane`), and the rules of ours that say it. A restriction is said by rules that match at least what it matches, an allowance
 * by rules that match at most that; `resolveClauses` then takes care of who wins.
 */
import type { Rule, RuleAction } from "@toolplane/contract";
import type { SourceGlob } from "./source-glob.ts";

/** The place of a line, and its text. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
  /** As a person would name it: `deny Bash(rm:*)`. */
  readonly text: string;
}

/** Quality of a translation. `idle`: its rules are here, and nothing follows from them yet. */
export type ImportOutcome = "same" | "stricter" | "idle" | "unsaid";

export interface Clause {
  readonly source: SourceLine;
  readonly action: RuleAction;
  /** The higher one decides in the source; among equals the severer. */
  readonly rank: number;
  /** Lines of different planes must all agree, whatever their rank. `*` is in every plane; one with `&` is asked besides others. */
  readonly plane: string;
  /** The calls it matches, in the source's own language; null: not known, so it may be anything. */
  readonly glob: SourceGlob | null;
  readonly rules: readonly ClauseRule[];
  readonly outcome: ImportOutcome;
  /** Reason why it is not the same; empty when it is. */
  readonly why: string;
}

/** A rule of ours. `isExact`: it matches what the line matches, and nothing else. */
export interface ClauseRule {
  readonly rule: Rule;
  readonly isExact: boolean;
}

/** The content of a program's files: clauses, and lines that are no rules. */
export interface SourcePolicy {
  readonly clauses: readonly Clause[];
  readonly notes: readonly SourceNote[];
}

/** A line that gave no rule, and what that means here. */
export interface SourceNote {
  readonly source: SourceLine;
  readonly outcome: ImportOutcome;
  readonly why: string;
}
