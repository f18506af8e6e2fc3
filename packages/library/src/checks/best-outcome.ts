import type { Outcome, Tally } from "./outcome.ts";

/** Two runs of one side as one: what passed in either passed. */
export function bestOutcome(first: Outcome, again: Outcome): Outcome {
  if (first.isUnread) return again;
  if (again.isUnread) return first;
  const names = new Set([...first.tests.keys(), ...again.tests.keys()]);
  const tests = new Map(
    [...names].map((name) => [name, better(first.tests.get(name), again.tests.get(name))]),
  );
  const ends = [first.end, again.end];
  const end = (["good", "explained"] as const).find((one) => ends.includes(one)) ?? "bad";
  const isRed = (name: string): boolean => (tests.get(name)?.failed ?? 1) > 0;
  return {
    ...again,
    exitCode: end === "good" ? 0 : again.exitCode,
    end,
    tests,
    failures: again.failures.filter(({ name }) => isRed(name)),
  };
}

/** Where only one run names it, that run counts: it was not reached in the other. */
function better(one: Tally | undefined, other: Tally | undefined): Tally {
  if (one === undefined || other === undefined)
    return one ?? other ?? { passed: 0, failed: 0, skipped: 0 };
  return other.passed > one.passed || (other.passed === one.passed && other.failed <= one.failed)
    ? other
    : one;
}
