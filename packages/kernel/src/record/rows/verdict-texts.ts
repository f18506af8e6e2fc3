/**
 * Canonical texts of verdicts, written by hand: a verdict is the longest part of a row, and most of it are rules, which
 * live as long as their session and are written once each. Calls about the same thing share a verdict, so the last few
 * are remembered whole; most are met once, and remembering each of them weakly would cost more than writing it. A rule
 * or a verdict never changes once the recorder has it.
 */

import type { Opinion, RuleReference, Verdict } from "@toolplane/contract";
import { canonicalJson } from "../../digest/digest-of.ts";

/** How many verdicts are remembered, and how long their texts may be. */
const MAX_REMEMBERED = 64;
const MAX_CHARS = 4_096;

export type VerdictTexts = (verdict: Verdict | null) => string;

export function createVerdictTexts(): VerdictTexts {
  const rules: RuleTexts = new WeakMap();
  const last = new Map<Verdict, string>();
  return (verdict) => {
    if (verdict === null) return "null";
    const remembered = last.get(verdict);
    if (remembered !== undefined) return remembered;
    const text = verdictText(verdict, rules);
    if (text.length > MAX_CHARS) return text;
    if (last.size >= MAX_REMEMBERED) last.clear();
    last.set(verdict, text);
    return text;
  };
}

/** Texts of rules by identity. */
type RuleTexts = WeakMap<RuleReference, string>;

function verdictText(verdict: Verdict, rules: RuleTexts): string {
  const { action, answeredBy, hard, opinions, winner } = verdict;
  let text = `{"action":"${action}"`;
  if (answeredBy !== undefined) text += `,"answeredBy":${JSON.stringify(answeredBy)}`;
  text += `,"hard":${hard},"opinions":[`;
  for (let index = 0; index < opinions.length; index += 1) {
    if (index > 0) text += ",";
    text += opinionText(opinions[index] as Opinion, rules);
  }
  return `${text}],"winner":${winner}}`;
}

function opinionText(opinion: Opinion, rules: RuleTexts): string {
  const { action, considered, hard, judge, reason, resource, rule } = opinion;
  let text = `{"action":"${action}"`;
  if (considered !== undefined) {
    text += `,"considered":[${considered.map((lost) => ruleText(lost, rules)).join(",")}]`;
  }
  text += `,"hard":${hard},"judge":"${judge}","reason":${JSON.stringify(reason)}`;
  if (resource !== undefined) text += `,"resource":${resource}`;
  if (rule !== undefined) text += `,"rule":${ruleText(rule, rules)}`;
  return `${text}}`;
}

function ruleText(reference: RuleReference, rules: RuleTexts): string {
  let text = rules.get(reference);
  if (text === undefined) {
    text = canonicalJson(reference);
    rules.set(reference, text);
  }
  return text;
}
