/**
 * Chooses among the rules that match one subject. A manifest deny is final. An explicit rule silences the default policy's
 * allowances. Then every rule that is less specific than another is dropped, and of the rest the severest action wins.
 */
import type { RuleAction } from "@toolplane/contract";
import type { CompiledRule, SubjectKind } from "./compiled-rule.ts";
import { isMoreSpecific } from "./specificity.ts";

/** The order of severity, the severest first. */
const SEVERITY: Readonly<Record<RuleAction, number>> = { deny: 2, ask: 1, allow: 0 };

/** What may displace a rule: by default any other one that matches. */
export interface Choice {
  readonly kind: SubjectKind;
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
  const { kind, displaces = () => true } = choice;
  let winner: CompiledRule | null = null;
  for (const rule of standing) {
    if (winner !== null && !isStronger(rule, winner)) continue;
    if (!standing.some((other) => displaces(other) && isMoreSpecific(other, rule, kind)))
      winner = rule;
  }
  return winner;
}

function isFinal(rule: CompiledRule): boolean {
  return rule.scope === "manifest" && rule.action === "deny";
}

function withoutSilenced(matching: readonly CompiledRule[]): readonly CompiledRule[] {
  if (matching.every((rule) => rule.scope === "default")) return matching;
  return matching.filter((rule) => rule.scope !== "default" || rule.action !== "allow");
}

// Among allowances the one that names its subject without wildcards: it is what lifts a floor.
function isStronger(rule: CompiledRule, winner: CompiledRule): boolean {
  if (rule.action !== winner.action) return SEVERITY[rule.action] > SEVERITY[winner.action];
  return rule.action === "allow" && rule.literal && !winner.literal;
}
