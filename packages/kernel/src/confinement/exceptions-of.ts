import type { Policy } from "../policy/compile-policy.ts";
import type { CompiledRule } from "../policy/rule/compiled-rule.ts";
import type { SubjectKind } from "../resource/kind.ts";

/** The rules among which a restricting rule is masked. */
export interface MaskedRules {
  readonly policy: Policy;
  readonly kind: SubjectKind;
  /** All rules about the same capability. */
  readonly rules: readonly CompiledRule[];
}

/**
 * The rules that open a restricting rule's mask, because they are more specific: every explicit allowance and, for a
 * deny, every ask. The ask holds the same place by its own mask, which an approval can open; the deny's could never be.
 * A final deny has no exceptions.
 */
export function exceptionsOf(
  rule: CompiledRule,
  { policy, kind, rules }: MaskedRules,
): readonly CompiledRule[] {
  if (rule.scope === "manifest" && rule.action === "deny") return [];
  return rules.filter(
    (other) => opens(other, rule) && policy.order.isMoreSpecific(other, rule, kind),
  );
}

// The default policy's allowances do not count where an explicit rule matches.
function opens(other: CompiledRule, masked: CompiledRule): boolean {
  if (other.action === "allow") return other.scope !== "default";
  return other.action === "ask" && masked.action === "deny";
}
