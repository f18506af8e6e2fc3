/** The finding of the rules about one resource, and how two findings about one thing become one. */
import type { RuleAction } from "@toolplane/contract";
import type { CompiledRule } from "./rule/compiled-rule.ts";

/** The outcome for one resource, with what an explanation needs. */
export interface RuleFinding {
  /** Null: no rule has an opinion. */
  readonly action: RuleAction | null;
  readonly winner: CompiledRule | null;
  /** True when the winner's pattern has no wildcard. */
  readonly literal: boolean;
  /** Rules that matched and lost. */
  readonly considered: readonly CompiledRule[];
  /** Restricting rules that name only part of a tree that is read. */
  readonly cuts: readonly CompiledRule[];
}

const NONE: readonly CompiledRule[] = Object.freeze([]);

/** No rule matched. One shared value: most resources end here. */
export const NO_OPINION: RuleFinding = Object.freeze({
  action: null,
  winner: null,
  literal: false,
  considered: NONE,
  cuts: NONE,
});

/** The finding of one winner among the rules that matched. */
export function findingOf(
  winner: CompiledRule | null,
  matching: readonly CompiledRule[],
): RuleFinding {
  if (winner === null) return NO_OPINION;
  const considered = matching.length === 1 ? NONE : matching.filter((rule) => rule !== winner);
  return { action: winner.action, winner, literal: winner.literal, considered, cuts: NONE };
}

/** The severer of two findings. No opinion is severer than an allowance: both names of a file must be allowed. */
export function severerFinding(one: RuleFinding, other: RuleFinding): RuleFinding {
  const leads = rank(other) > rank(one) || (rank(other) === rank(one) && one.literal);
  const [first, second] = leads ? [other, one] : [one, other];
  if (second === NO_OPINION) return first;
  const lost = new Set([...first.considered, ...second.considered]);
  if (second.winner !== null) lost.add(second.winner);
  if (first.winner !== null) lost.delete(first.winner);
  const { action, winner, literal } = first;
  const cuts =
    first.cuts.length + second.cuts.length === 0
      ? NONE
      : [...new Set([...first.cuts, ...second.cuts])];
  return { action, winner, literal, considered: [...lost], cuts };
}

function rank(finding: RuleFinding): number {
  if (finding.action === "deny") return 3;
  if (finding.action === "ask") return 2;
  return finding.action === null ? 1 : 0;
}
