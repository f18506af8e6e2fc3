/**
 * Compiles layers of rules into one policy, once per session. What a verdict needs again and again (which rules can be
 * about a thing, which of two is more specific) is worked out on first use and kept with the policy.
 */
import {
  type Capability,
  ConfigurationError,
  LABEL_PATTERN,
  type LabelRule,
  type PolicyLayer,
  type PolicyRule,
  type Rule,
  type RuleSource,
  type ShellUnit,
  type Variables,
} from "@toolplane/contract";
import { type CommandIndex, createCommandIndex } from "./command-index.ts";
import { createNamedFiles, type NamedFiles } from "./named-files.ts";
import { checkExamples } from "./rule/check-examples.ts";
import { compileRule } from "./rule/compile-rule.ts";
import type { CompiledRule } from "./rule/compiled-rule.ts";
import { isFlowPermission } from "./rule/flow-permission.ts";
import { createSpecificityOrder, type SpecificityOrder } from "./specificity-order.ts";

/** All rules of a session, ready to judge. Order does not matter: specificity and severity decide. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  /** True when every rule allows everything under every permission: the judge may skip the rules. */
  readonly allowsEverything: boolean;
  readonly order: SpecificityOrder;
  /** The rules that can be about something of this kind: by its capability, by `*`, and by the tool's id where one is given. */
  rulesFor(kind: Capability | "named", toolId: string | null): readonly CompiledRule[];
  /** Of those about `shell.run`, the ones that could match this command. */
  rulesForCommand(unit: ShellUnit, toolId: string | null): readonly CompiledRule[];
  /** Rules about what a session has seen. They apply beside the others: the judge takes both, and the severest wins. */
  readonly flow: FlowRules;
  /** Rules about files that a call itself names. */
  readonly named: NamedFiles;
}

/** Rules that never enter the contest of the others. */
interface FlowRules {
  /** Rules that label results; matched as broadly as what restricts. */
  readonly labels: readonly LabellingRule[];
  /** Rules with `after`, and all about `data.send` and `data.change`. */
  readonly rules: readonly CompiledRule[];
}

export interface LabellingRule {
  readonly label: string;
  readonly rule: CompiledRule;
}

export interface PolicyInput {
  readonly layers: readonly PolicyLayer[];
  readonly variables: Variables;
  /** Compiled from the same layers, with the same variables but `{scratch}`: rules that do not name that are taken from it. */
  readonly like?: Policy;
}

const SCRATCH = "{scratch}";

/** Compiles a policy. The first rule that does not compile throws a ConfigurationError that names its place. */
export function compilePolicy({ layers, variables, like }: PolicyInput): Policy {
  const rules: CompiledRule[] = [];
  const flow: CompiledRule[] = [];
  const labels: LabellingRule[] = [];
  const named: CompiledRule[] = [];
  for (const layer of layers) {
    if (!Array.isArray(layer.rules))
      throw new ConfigurationError(layer.file ?? layer.scope, "rules must be a list");
    layer.rules.forEach((rule: PolicyRule, position) => {
      const compile = (one: Rule, index: number, known: CompiledRule | undefined): CompiledRule =>
        known !== undefined && !one.pattern.includes(SCRATCH)
          ? known
          : compileOne(one, { layer, position, index, variables });
      if (isLabelRule(rule))
        labels.push({
          label: checkedLabel(rule, whereOf(ruleSource(layer, position), position)),
          rule: compile(asRestriction(rule), labels.length, like?.flow.labels[labels.length]?.rule),
        });
      else if (isNamedRule(rule, layer, position))
        named.push(compile(rule, named.length, like?.named.rules[named.length]));
      else if (isFlowRule(rule))
        flow.push(compile(rule, flow.length, like?.flow.rules[flow.length]));
      else rules.push(compile(rule, rules.length, like?.rules[rules.length]));
    });
  }
  const rulesFor = createSelection(rules);
  return {
    rules,
    allowsEverything: allowsEverything(rules),
    order: createSpecificityOrder(rules.length),
    rulesFor,
    rulesForCommand: createCommandSelection(rulesFor),
    flow: { labels, rules: flow },
    named: createNamedFiles(named),
  };
}

function compileOne(
  rule: Rule,
  {
    layer,
    position,
    index,
    variables,
  }: {
    readonly layer: PolicyLayer;
    readonly position: number;
    readonly index: number;
    readonly variables: Variables;
  },
): CompiledRule {
  const source = ruleSource(layer, position);
  const place = { source, where: whereOf(source, position), index, variables };
  const compiled = compileRule(rule, place);
  checkExamples(rule, place);
  return compiled;
}

function isLabelRule(rule: PolicyRule): rule is LabelRule {
  return typeof rule === "object" && rule !== null && Object.hasOwn(rule, "label");
}

/** A person's rule holds for whatever reads the file, so only ours have this condition. */
function isNamedRule(rule: Rule, layer: PolicyLayer, position: number): boolean {
  if (typeof rule !== "object" || rule === null || rule.when === undefined) return false;
  if (layer.scope === "default" && rule.when === "named" && rule.permission === "fs.read")
    return true;
  const where = whereOf(ruleSource(layer, position), position);
  throw new ConfigurationError(where, "when belongs to rules of the default policy about fs.read");
}

function isFlowRule(rule: Rule): boolean {
  if (typeof rule !== "object" || rule === null) return false;
  return rule.after !== undefined || rule.unless !== undefined || isFlowPermission(rule.permission);
}

/** A label is matched as broadly as an ask: what is missed by a spelling would be unlabelled. */
function asRestriction(given: Omit<LabelRule, "action" | "after" | "unless" | "when">): Rule {
  const { label: _, ...rest } = given;
  return { ...rest, action: "ask" };
}

function checkedLabel({ label, action, after, unless }: LabelRule, where: string): string {
  if (action !== undefined || after !== undefined || unless !== undefined)
    throw new ConfigurationError(
      where,
      "a rule with a label decides nothing: it has no action, after or unless",
    );
  if (typeof label !== "string" || !LABEL_PATTERN.test(label))
    throw new ConfigurationError(
      where,
      `a label is up to 40 lower-case letters, digits and dashes, not ${JSON.stringify(label)?.slice(0, 50)}`,
    );
  return label;
}

function ruleSource(layer: PolicyLayer, position: number): RuleSource {
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

/** Made at a tool's first command. */
function createCommandSelection(rulesFor: Policy["rulesFor"]): Policy["rulesForCommand"] {
  const indexes = new Map<string | null, CommandIndex>();
  return (unit, toolId) => {
    let index = indexes.get(toolId);
    if (index === undefined) {
      index = createCommandIndex(rulesFor("shell.run", toolId));
      indexes.set(toolId, index);
    }
    return index(unit);
  };
}

/** True when a rule can be about something of this kind. */
export function isAbout(rule: CompiledRule, kind: string, toolId: string | null): boolean {
  if (rule.permission === "*" || rule.permission === kind) return true;
  if (toolId === null) return false;
  return rule.permissionPrefix === null
    ? rule.permission === toolId
    : toolId.startsWith(rule.permissionPrefix);
}
