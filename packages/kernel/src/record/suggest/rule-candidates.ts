/**
 * Rules that could have answered what a person was asked: for each resource that asked, itself; and, only where a person said
 * yes to two different things below it, the directory or the command with its first argument. Nothing wider is ever proposed:
 * no command alone, no host wildcard, no directory that holds the whole workspace.
 */
import type { Resource, Rule, Variables } from "@toolplane/contract";
import { isCapability } from "../../resource/capabilities.ts";
import { exactRule, type ToolResource } from "../../resource/exact-rule.ts";
import type { WiderPattern } from "../../resource/kind.ts";
import { kindOf } from "../../resource/kinds.ts";

export type RuleBreadth = "exact" | WiderPattern["breadth"];

export interface RuleCandidate {
  readonly rule: Rule;
  readonly breadth: RuleBreadth;
}

/** Every candidate once, narrow ones first, for what asked and was let through by a person. */
export function ruleCandidates(
  approved: readonly ToolResource[],
  variables: Variables,
): readonly RuleCandidate[] {
  const exact = new Map<string, RuleCandidate>();
  const wider = new Map<
    string,
    { readonly candidate: RuleCandidate; readonly from: Set<string> }
  >();
  for (const entry of approved) {
    const own = exactRule(entry, variables);
    if (!own) continue;
    exact.set(ruleKey(own), { rule: own, breadth: "exact" });
    const wide = widerRule(entry.resource, variables);
    if (!wide) continue;
    const known = wider.get(ruleKey(wide.rule)) ?? { candidate: wide, from: new Set() };
    known.from.add(ruleKey(own));
    wider.set(ruleKey(wide.rule), known);
  }
  const supported = [...wider.values()].filter(({ from }) => from.size > 1);
  return [...exact.values(), ...supported.map(({ candidate }) => candidate)];
}

function widerRule(resource: Resource, variables: Variables): RuleCandidate | null {
  const { capability } = resource;
  const wider = kindOf(resource).widerPattern(resource, variables);
  if (wider === null || !isCapability(capability)) return null;
  const { pattern, breadth } = wider;
  return { rule: { permission: capability, pattern, action: "allow" }, breadth };
}

function ruleKey({ permission, pattern }: Rule): string {
  return `${permission} ${pattern}`;
}
