/**
 * Compiles layers of rules into one policy, once per session. Rules are sorted into buckets by permission, so that judging
 * a resource looks only at rules that can be about it.
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

/** All rules of a session, ready to judge. Order does not matter: specificity and severity decide. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  /** True when every rule allows everything under every permission: the judge may skip the rules. */
  readonly allowsEverything: boolean;
  readonly buckets: PolicyBuckets;
}

/** The rules by what their permission names. `*` stands in every capability's bucket and in `always`. */
export interface PolicyBuckets {
  readonly always: readonly CompiledRule[];
  readonly capability: Readonly<Record<Capability, readonly CompiledRule[]>>;
  readonly tool: ReadonlyMap<string, readonly CompiledRule[]>;
  readonly prefix: readonly CompiledRule[];
}

/** What a policy is made from. */
export interface PolicyInput {
  readonly layers: readonly PolicyLayer[];
  readonly variables: Variables;
}

/** Compiles a policy. The first rule that does not compile throws a ConfigurationError that names its place. */
export function compilePolicy(input: PolicyInput): Policy {
  const rules: CompiledRule[] = [];
  for (const layer of input.layers) {
    if (!Array.isArray(layer.rules))
      throw new ConfigurationError(layer.file ?? layer.scope, "rules must be a list");
    layer.rules.forEach((rule: Rule, position) => {
      const source = sourceOf(layer, position);
      const where = whereOf(source, position);
      const compiled = compileRule(rule, {
        source,
        where,
        index: rules.length,
        variables: input.variables,
      });
      checkExamples(rule, { source, where, index: 0, variables: input.variables });
      rules.push(compiled);
    });
  }
  return { rules, allowsEverything: allowsEverything(rules), buckets: bucketsOf(rules) };
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

function bucketsOf(rules: readonly CompiledRule[]): PolicyBuckets {
  const named = (...names: readonly string[]) =>
    rules.filter((rule) => rule.permission === "*" || names.includes(rule.permission));
  return {
    always: named(),
    capability: {
      "fs.read": named("fs.read"),
      "fs.write": named("fs.write"),
      "net.fetch": named("net.fetch"),
      "shell.run": named("shell.run"),
      env: named("env"),
    },
    tool: Map.groupBy(
      rules.filter((rule) => rule.permission !== "*" && rule.permissionPrefix === null),
      (rule) => rule.permission,
    ),
    prefix: rules.filter((rule) => rule.permissionPrefix !== null),
  };
}
