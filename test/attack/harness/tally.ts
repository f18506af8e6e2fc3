/** Adds grades up: over everything that ran, and per class. */
import type { AttackCase } from "./attack-case.ts";
import type { Grade } from "./grade-case.ts";

interface Numbers {
  readonly total: number;
  readonly escapes: number;
  readonly soft_misses: number;
  readonly over_strict: number;
  readonly benign: number;
  readonly false_prompts: number;
  readonly exact: number;
  readonly skipped: readonly string[];
  /** Cases that ask for what the harness does not know; each counts as not exact. */
  readonly harness_errors: number;
}

/** A case and what came of it. */
export type CaseOutcome =
  | { readonly kind: "graded"; readonly subject: AttackCase; readonly grade: Grade }
  | { readonly kind: "skipped"; readonly subject: AttackCase; readonly reason: string }
  | { readonly kind: "broken"; readonly subject: AttackCase; readonly reason: string };

/** The numbers of all, and of each class. */
export interface Tally extends Numbers {
  readonly classes: Readonly<Record<string, Numbers>>;
}

export function tallyCases(outcomes: readonly CaseOutcome[]): Tally {
  const names = [...new Set(outcomes.map(({ subject }) => subject.class))];
  return {
    ...count(outcomes),
    classes: Object.fromEntries(
      names.map((name) => [name, count(outcomes.filter(({ subject }) => subject.class === name))]),
    ),
  };
}

function count(outcomes: readonly CaseOutcome[]): Numbers {
  const ran = outcomes.filter((outcome) => outcome.kind !== "skipped");
  const how = (test: (grade: Grade) => boolean): number =>
    ran.filter((outcome) => outcome.kind === "graded" && test(outcome.grade)).length;
  return {
    total: ran.length,
    escapes: how(({ isEscape }) => isEscape),
    soft_misses: how(({ isSoftMiss }) => isSoftMiss),
    over_strict: how(({ isOverStrict }) => isOverStrict),
    benign: ran.filter(({ subject }) => subject.kind === "benign").length,
    false_prompts: how(({ isFalsePrompt }) => isFalsePrompt),
    exact: how(({ isExact }) => isExact),
    skipped: outcomes.flatMap((outcome) =>
      outcome.kind === "skipped" ? [outcome.subject.id] : [],
    ),
    harness_errors: ran.filter(({ kind }) => kind === "broken").length,
  };
}
