import type { Opinion } from "./verdict.ts";

/** Reasons in the order in which a person can act on them: what is the matter, then a rule, then that no rule decides. */
export function toldReasons<Reason extends Pick<Opinion, "judge" | "rule">>(
  reasons: readonly Reason[],
): readonly Reason[] {
  return reasons.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ judge, rule }: Pick<Opinion, "judge" | "rule">): number {
  if (judge !== "rules") return 0;
  return rule === undefined ? 2 : 1;
}
