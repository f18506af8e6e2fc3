/** Judges the calls of test files, and counts the examples that rules carry. Nothing runs. */
import {
  type Explanation,
  isConfigurationError,
  type PolicyLayer,
  type PolicyRule,
  type RuleAction,
  type Variables,
} from "@toolplane/contract";
import { compilePolicy } from "@toolplane/kernel";
import type { SeenBefore } from "./open-judging-session.ts";
import type { PolicyTest } from "./read-test-file.ts";

export interface TestOutcome {
  readonly test: PolicyTest;
  readonly file: string;
  readonly got: RuleAction;
  readonly isGood: boolean;
  readonly explanation: Explanation;
}

/** The judge of tests: a session, or something like one, that has seen and heard what a test says. */
export interface TestJudge {
  explain(call: {
    readonly id: string;
    readonly name: string;
    readonly arguments: PolicyTest["arguments"];
  }): Promise<Explanation>;
}

export async function runPolicyTests(
  { file, tests }: { readonly file: string; readonly tests: readonly PolicyTest[] },
  judgeOf: (before: SeenBefore) => TestJudge,
): Promise<readonly TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  for (const test of tests) {
    const { tool: name, arguments: given, expect, seen = [], said = "" } = test;
    const judge = judgeOf({ seen, said });
    const explanation = await judge.explain({ id: `test_${test.line}`, name, arguments: given });
    const got = actionOf(explanation);
    outcomes.push({ test, file, got, isGood: got === expect, explanation });
  }
  return outcomes;
}

/** The action of an explanation. A call that is settled before it is judged counts as denied. */
export function actionOf({ verdict, settled }: Explanation): RuleAction {
  return verdict && !settled ? verdict.action : "deny";
}

const NOWHERE: Variables = { workspace: [], scratch: [], "ad-hoc": [], "user-data": [] };

/**
 * Examples that disagree with their rule, each as a sentence with its place; at most one for each rule. A rule that means
 * nothing at all throws, as it does wherever it is used.
 */
export function wrongExamples(layer: PolicyLayer): readonly string[] {
  return layer.rules.flatMap((rule, at) => {
    const place = { ...layer, lines: [layer.lines?.[at] ?? 1] };
    const check = (one: PolicyRule): void =>
      void compilePolicy({ layers: [{ ...place, rules: [one] }], variables: NOWHERE });
    try {
      check(rule);
      return [];
    } catch (error) {
      if (rule?.match === undefined && rule?.no_match === undefined) throw error;
      const { match: _, no_match: __, ...bare } = rule;
      check(bare);
      return isConfigurationError(error) ? [error.message] : [];
    }
  });
}

/** Counts the examples that the rules carry. */
export function countExamples(layers: readonly PolicyLayer[]): number {
  return layers.reduce(
    (sum, { rules }) =>
      sum +
      rules.reduce((own, { match = [], no_match = [] }) => own + match.length + no_match.length, 0),
    0,
  );
}
