import type { Policy } from "../policy/compile-policy.ts";
import type { CompiledRule, SubjectKind } from "../policy/compiled-rule.ts";

/** Where a restricting rule stands. */
export interface MaskedRules {
  readonly policy: Policy;
  readonly kind: SubjectKind;
  /** All rules about the same capability. */
  readonly rules: readonly CompiledRule[];
}

/** The allowances that open a restricting rule's mask: every explicit one that is more specific; for a final deny, none. */
export function exceptionsOf(
  rule: CompiledRule,
  { policy, kind, rules }: MaskedRules,
): readonly CompiledRule[] {
  if (rule.scope === "manifest" && rule.action === "deny") return [];
  return rules.filter(
    (other) =>
      other.action === "allow" &&
      other.scope !== "default" &&
      policy.order.isMoreSpecific(other, rule, kind),
  );
}
