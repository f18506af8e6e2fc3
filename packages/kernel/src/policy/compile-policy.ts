/**
 * Compiles layers of rules into one policy, once per session. What a verdict needs again and again (which rules can be
 * about a thing, which of two is more specific) is worked out on first use and kept with the policy.
 */
import {
  type Capability,
  ConfigurationError,
  type PolicyLayer,
  type Rule,
  type RuleSource,
  type Variables,
} from "@toolplane/contract";
import { checkExamples } from "./check-examples.ts";
import { compileRule } from "./compile-rule.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { createSpecificityOrder, type SpecificityOrder } from "./specificity-order.ts";

/** All rules of a session, ready to judge. Order does not matter: specificity and severity decide. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  /** True when every rule allows everything under every permission: the judge may skip the rules. */
  readonly allowsEverything: boolean;
  readonly order: SpecificityOrder;
  /** The rules that can be about something of this kind: by its capability, by `*`, and by the tool's id where one is given. */
  rulesFor(kind: Capability | "named", toolId: string | null): readonly CompiledRule[];
}

export interface PolicyInput {
  readonly layers: readonly PolicyLayer[];
  readonly variables: Variables;
  /** Compiled from the same layers, with the same variables but `{scratch}`: rules that do not name that are taken from it. */
  readonly like?: Policy;
}

const SCRATCH = "{scratch}";

/** Compiles a policy. The first rule that does not compile throws a ConfigurationError that names its place. */
export function compilePolicy(input: PolicyInput): Policy {
  const rules: CompiledRule[] = [];
  for (const layer of input.layers) {
    if (!Array.isArray(layer.rules))
      throw new ConfigurationError(layer.file ?? layer.scope, "rules must be a list");
    layer.rules.forEach((rule: Rule, position) => {
      const known = input.like?.rules[rules.length];
      if (known !== undefined && !rule.pattern.includes(SCRATCH)) {
        rules.push(known);
        return;
      }
      const source = sourceOf(layer, position);
      const place = {
        source,
        where: whereOf(source, position),
        index: rules.length,
        variables: input.variables,
      };
      rules.push(compileRule(rule, place));
      checkExamples(rule, place);
    });
  }
  return {
    rules,
    allowsEverything: allowsEverything(rules),
    order: createSpecificityOrder(rules.length),
    rulesFor: createSelection(rules),
  };
}

function sourceOf(layer: PolicyLayer, position: number): RuleSource {
  const line = layer.lines?.[position];
  return {
    scope: layer.scope,
    ...(layer.file === undefined ? {} : { file: layer.file }),
    ...(line === undefined ? {} : { line }),
  };
}

function whereOf(source: RuleSource, position: number): string {
  if (source.file === undefined) return `${source.scope} rules[${position}]`;
  return source.line === undefined
    ? `${source.file} rules[${position}]`
    : `${source.file}:${source.line}`;
}

function allowsEverything(rules: readonly CompiledRule[]): boolean {
  const all = (rule: CompiledRule) =>
    rule.action === "allow" && rule.permission === "*" && rule.everything;
  return rules.length > 0 && rules.every(all);
}

// A session has few tools, so what applies is worked out once for each tool and kind.
function createSelection(rules: readonly CompiledRule[]): Policy["rulesFor"] {
  const selected = new Map<string | null, Map<string, readonly CompiledRule[]>>();
  return (kind, toolId) => {
    let kinds = selected.get(toolId);
    if (kinds === undefined) {
      kinds = new Map();
      selected.set(toolId, kinds);
    }
    let chosen = kinds.get(kind);
    if (chosen === undefined) {
      chosen = rules.filter((rule) => isAbout(rule, kind, toolId));
      kinds.set(kind, chosen);
    }
    return chosen;
  };
}

function isAbout(rule: CompiledRule, kind: string, toolId: string | null): boolean {
  if (rule.permission === "*" || rule.permission === kind) return true;
  if (toolId === null) return false;
  return rule.permissionPrefix === null
    ? rule.permission === toolId
    : toolId.startsWith(rule.permissionPrefix);
}
