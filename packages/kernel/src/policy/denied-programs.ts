/**
 * The programs that rules deny. One that is denied in all its uses can be absent wherever a process looks, whatever text it is
 * started from. Where only some uses are denied (`git push *`) it must be there, and what cannot be read could be such a use.
 */
import type { RuleReference } from "@toolplane/contract";
import type { Policy } from "./compile-policy.ts";
import type { ArgvPattern } from "./pattern/argv-pattern.ts";
import type { CompiledRule } from "./rule/compiled-rule.ts";

export interface DeniedPrograms {
  /** Base names, as the rules write them. */
  readonly absent: readonly string[];
  /** The same with the paths that rules name them by. */
  readonly named: readonly string[];
  /** Denied uses of programs that do more. */
  readonly partial: readonly PartialDeny[];
}

/** A rule, and a pattern of it that denies part of what a program does. */
export interface PartialDeny {
  readonly pattern: ArgvPattern;
  readonly reference: RuleReference;
}

/** Reads the rules about commands that this tool runs. */
export function deniedPrograms(policy: Policy, toolId: string): DeniedPrograms {
  const rules = policy.rulesFor("shell.run", toolId);
  const named = new Set<string>();
  const partial: PartialDeny[] = [];
  for (const rule of rules) {
    if (rule.action !== "deny" || rule.everything) continue;
    const isWhole = rule.scope === "manifest" || !hasExceptions(rule, rules, policy);
    for (const pattern of rule.argv) {
      const { words, rest, everything } = pattern;
      const name = words[0]?.text;
      if (everything || words.length === 0) continue;
      if (isWhole && words.length === 1 && rest && typeof name === "string") named.add(name);
      else partial.push({ pattern, reference: rule.reference });
    }
  }
  return { absent: [...new Set([...named].map(baseName))], named: [...named], partial };
}

/** A narrower allowance, or a narrower ask that a person may answer, leaves a use that the program must be there for. */
function hasExceptions(
  rule: CompiledRule,
  rules: readonly CompiledRule[],
  { order }: Policy,
): boolean {
  return rules.some(
    (other) =>
      other.action !== "deny" &&
      other.scope !== "default" &&
      order.isMoreSpecific(other, rule, "argv"),
  );
}

function baseName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
