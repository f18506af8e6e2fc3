/**
 * Mines rules from people's answers, each with its blast radius over everything that was recorded: what it would have
 * let through, and what of that was never asked about. A rule that would have let through anything a person rejected or
 * a rule denied is not suggested, and none that would name a destination by the way: only a place that a person let
 * data go to more than once is proposed as one. Nothing is put into force here: a person reads the list and writes the
 * rule.
 */
import type { Opinion, PolicyLayer, Resource, Rule, Variables, Verdict } from "@toolplane/contract";
import { compilePolicy, type Policy } from "../../policy/compile-policy.ts";
import { isFlowPermission } from "../../policy/rule/flow-permission.ts";
import { isRequestRule } from "../../policy/rule/is-request-rule.ts";
import type { ToolResource } from "../../resource/exact-rule.ts";
import type { RecordedCall } from "../rows/recorded-call.ts";
import { placeCandidates } from "./place-candidates.ts";
import { type RuleBreadth, ruleCandidates } from "./rule-candidates.ts";
import { saidYes } from "./said-yes.ts";
import { isJudgeable, type JudgeableCall, type RecordJudge } from "./what-if.ts";

const MAX_CANDIDATES = 200;
const MAX_SUGGESTIONS = 50;
const MAX_EXAMPLES = 5;

/** One rule and what it would have done. */
export interface RuleSuggestion {
  readonly rule: Rule;
  readonly breadth: RuleBreadth;
  /** Questions that people answered with yes and would not have been asked. */
  readonly spared: number;
  /** Recorded calls that it would have let through; `rejected` is always 0, or it would not be suggested. */
  readonly blast: {
    readonly letThrough: number;
    readonly rejected: number;
    readonly neverAsked: number;
  };
  /** Call ids that it would have let through. */
  readonly examples: readonly string[];
}

export interface SuggestOptions {
  readonly calls: readonly RecordedCall[];
  /** The policy in force, without the rules to be suggested. */
  readonly layers: readonly PolicyLayer[];
  readonly variables: Variables;
  readonly judge: RecordJudge<Policy>;
}

/** Suggests, the most useful first; among equals the narrowest. */
export function suggestRules(options: SuggestOptions): readonly RuleSuggestion[] {
  const { calls, layers, variables, judge } = options;
  const policy = compilePolicy({ layers, variables });
  const judged: JudgedCall[] = [];
  for (const call of calls) {
    if (!isJudgeable(call)) continue;
    const verdict = verdictOf(judge, call, policy);
    if (verdict !== null && verdict.action !== "allow")
      judged.push({ call, denied: verdict.action === "deny", flows: isFlowing(verdict) });
  }
  const approved = calls.filter(saidYes).flatMap(askedResources);
  const suggestions: RuleSuggestion[] = [];
  const candidates = [...ruleCandidates(approved, variables), ...placeCandidates(calls, judge)];
  for (const { rule, breadth } of candidates.slice(0, MAX_CANDIDATES)) {
    const wider = compile(options, rule);
    if (!wider || (!isFlowPermission(rule.permission) && loosensFlow(judged, judge, wider)))
      continue;
    const through = judged.filter(
      ({ call }) => concerns(rule, call) && verdictOf(judge, call, wider)?.action === "allow",
    );
    const spared = through.filter(({ call }) => saidYes(call)).length;
    const rejected = through.filter(({ call }) => saidNo(call)).length;
    if (spared === 0 || rejected > 0 || through.some(({ denied }) => denied)) continue;
    const neverAsked = through.filter(({ call }) => !saidYes(call)).length;
    suggestions.push({
      rule,
      breadth,
      spared,
      blast: { letThrough: through.length, rejected, neverAsked },
      examples: through.slice(0, MAX_EXAMPLES).map(({ call }) => call.callId),
    });
  }
  return suggestions.sort(byUse).slice(0, MAX_SUGGESTIONS);
}

interface JudgedCall {
  readonly call: JudgeableCall;
  readonly denied: boolean;
  /** A rule about what was seen had a say. */
  readonly flows: boolean;
}

function isFlowing({ opinions }: Verdict): boolean {
  return opinions.some(({ judge }) => judge === "flow");
}

/**
 * True when a rule would silence a rule about labels: a rule about a host also names it as a destination. Only a person
 * may decide that.
 */
function loosensFlow(
  judged: readonly JudgedCall[],
  judge: RecordJudge<Policy>,
  wider: Policy,
): boolean {
  return judged.some(({ call, flows }) => {
    if (!flows) return false;
    const verdict = verdictOf(judge, call, wider);
    return verdict !== null && !isFlowing(verdict);
  });
}

function verdictOf(
  judge: RecordJudge<Policy>,
  call: JudgeableCall,
  policy: Policy,
): Verdict | null {
  try {
    return judge(call, policy);
  } catch {
    return null;
  }
}

/** A pattern that cannot be compiled (a name with a brace in it) is no suggestion. */
function compile({ layers, variables }: SuggestOptions, rule: Rule): Policy | null {
  try {
    return compilePolicy({ layers: [...layers, { scope: "project", rules: [rule] }], variables });
  } catch {
    return null;
  }
}

function saidNo({ answers }: RecordedCall): boolean {
  return answers.some(({ choice }) => choice === "reject");
}

/**
 * Resources that a rule can answer for: asks of rules and floors about a resource. Consent, guards and what was not
 * understood stay asks.
 */
function askedResources({ tool, footprint, verdict }: RecordedCall): readonly ToolResource[] {
  const resources = footprint?.resources ?? [];
  return (verdict?.opinions ?? []).flatMap((opinion: Opinion) => {
    if (opinion.action !== "ask" || (opinion.judge !== "rules" && opinion.judge !== "floor"))
      return [];
    const resource = resources[opinion.resource ?? -1];
    const byRequest = opinion.rule !== undefined && isRequestRule(opinion.rule.rule);
    return resource ? [{ tool, resource, byRequest }] : [];
  });
}

/** Spares judging what the rule cannot be about. */
function concerns({ permission }: Rule, { tool, footprint }: JudgeableCall): boolean {
  return (
    isFlowPermission(permission) ||
    permission === tool ||
    footprint.resources.some((resource: Resource) => resource.capability === permission)
  );
}

function byUse(left: RuleSuggestion, right: RuleSuggestion): number {
  return right.spared - left.spared || left.blast.letThrough - right.blast.letThrough;
}
