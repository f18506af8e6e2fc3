import type { PolicyRule } from "@toolplane/contract";

/** They say the same, whatever is written beside them. */
export function isSameRule(one: PolicyRule, other: PolicyRule): boolean {
  return (
    speaksOfSame(one, other) &&
    one.action === other.action &&
    one.label === other.label &&
    conditionOf(one) === conditionOf(other)
  );
}

/** They speak of the same, and may say different things about it. */
export function speaksOfSame(one: PolicyRule, other: PolicyRule): boolean {
  return one.permission === other.permission && one.pattern === other.pattern;
}

function conditionOf({ after, unless }: PolicyRule): string {
  return JSON.stringify([[...(after ?? [])].sort(), unless ?? null]);
}
