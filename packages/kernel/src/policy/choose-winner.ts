/**
 * Chooses among the rules that match one subject. A manifest deny is final. An explicit rule silences the default policy's
 * allowances. Then every rule that is less specific than another is dropped, and of the rest the severest action wins.
 */
import type { RuleAction } from "@toolplane/contract";
import type { SubjectKind } from "../resource/kind.ts";
import type { CompiledRule } from "./rule/compiled-rule.ts";
import type { SpecificityOrder } from "./specificity-order.ts";

/** The order of severity, the severest first. */
const SEVERITY: Readonly<Record<RuleAction, number>> = { deny: 2, ask: 1, allow: 0 };

/** How the rules are compared. */
export interface Choice {
  readonly order: SpecificityOrder;
  readonly kind: SubjectKind;
  /** Tells which rules may displace another: by default any that matches. */
  readonly displaces?: (rule: CompiledRule) => boolean;
}

/** The rule that decides, or null when none matches. */
export function chooseWinner(
  matching: readonly CompiledRule[],
  choice: Choice,
): CompiledRule | null {
  if (matching.length === 1) return matching[0] as CompiledRule;
  const final = matching.find(isFinal);
  if (final !== undefined) return final;
  const standing = withoutSilenced(matching);
  let winner: CompiledRule | null = null;
  for (const rule of standing) {
    if (winner !== null && !isStronger(rule, winner)) continue;
    if (!isDisplaced(rule, standing, choice)) winner = rule;
  }
  return winner;
}

function isDisplaced(
  rule: CompiledRule,
  standing: readonly CompiledRule[],
  { order, kind, displaces }: Choice,
): boolean {
  for (const other of standing) {
    if (displaces !== undefined && !displaces(other)) continue;
    if (order.isMoreSpecific(other, rule, kind)) return true;
  }
  return false;
}

function isFinal(rule: CompiledRule): boolean {
  return rule.scope === "manifest" && rule.action === "deny";
}

function withoutSilenced(matching: readonly CompiledRule[]): readonly CompiledRule[] {
  if (matching.every((rule) => rule.scope === "default")) return matching;
  return matching.filter((rule) => rule.scope !== "default" || rule.action !== "allow");
}

// At equal severity the rule that names its subject without wildcards: it is what lifts a floor, and what explains best.
function isStronger(rule: CompiledRule, winner: CompiledRule): boolean {
  if (rule.action !== winner.action) return SEVERITY[rule.action] > SEVERITY[winner.action];
  return rule.literal && !winner.literal;
}
