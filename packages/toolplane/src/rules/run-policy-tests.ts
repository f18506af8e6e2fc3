/** Judges the calls of test files, and counts the examples that rules carry. Nothing runs. */
import type { Explanation, PolicyLayer, RuleAction } from "@toolplane/contract";
import type { PolicyTest } from "./read-test-file.ts";

/** What came of one test. */
export interface TestOutcome {
  readonly test: PolicyTest;
  readonly file: string;
  readonly got: RuleAction;
  readonly isGood: boolean;
  readonly explanation: Explanation;
}

/** Who judges: a session, or something like one. */
export interface TestJudge {
  explain(call: {
    readonly id: string;
    readonly name: string;
    readonly arguments: PolicyTest["arguments"];
  }): Promise<Explanation>;
}

/** Runs them in order. */
export async function runPolicyTests(
  { file, tests }: { readonly file: string; readonly tests: readonly PolicyTest[] },
  judge: TestJudge,
): Promise<readonly TestOutcome[]> {
  const outcomes: TestOutcome[] = [];
  for (const test of tests) {
    const { tool: name, arguments: given, expect } = test;
    const explanation = await judge.explain({ id: `test_${test.line}`, name, arguments: given });
    const got = actionOf(explanation);
    outcomes.push({ test, file, got, isGood: got === expect, explanation });
  }
  return outcomes;
}

/** What a call that is settled before it is judged comes to. */
export function actionOf({ verdict, settled }: Explanation): RuleAction {
  return verdict && !settled ? verdict.action : "deny";
}

/** How many examples the rules carry; they were checked when the rules were compiled. */
export function countExamples(layers: readonly PolicyLayer[]): number {
  return layers.reduce(
    (sum, { rules }) =>
      sum +
      rules.reduce((own, { match = [], no_match = [] }) => own + match.length + no_match.length, 0),
    0,
  );
}
