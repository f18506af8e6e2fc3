import type { Rule } from "@toolplane/contract";

/** They say the same, whatever is written beside them. */
export function isSameRule(one: Rule, other: Rule): boolean {
  return speaksOfSame(one, other) && one.action === other.action;
}

/** They speak of the same, and may say different things about it. */
export function speaksOfSame(one: Rule, other: Rule): boolean {
  return one.permission === other.permission && one.pattern === other.pattern;
}
