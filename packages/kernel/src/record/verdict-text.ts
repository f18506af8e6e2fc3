/**
 * The canonical text of a verdict, written by hand: it is the longest part of a row, and most of it are rules, which live as
 * long as their session and are written once each. The winner is one of the opinions and stands as its index.
 */
import type { Opinion, RuleReference, Verdict } from "@toolplane/contract";
import { jsonText } from "./json-text.ts";

/** Texts of rules by identity. */
export type RuleTexts = WeakMap<RuleReference, string>;

/** The text of a verdict, or of null. */
export function verdictText(verdict: Verdict | null, rules: RuleTexts): string {
  if (verdict === null) return "null";
  const { action, answeredBy, hard, opinions, winner } = verdict;
  let text = `{"action":"${action}"`;
  if (answeredBy !== undefined) text += `,"answeredBy":${JSON.stringify(answeredBy)}`;
  text += `,"hard":${hard},"opinions":[`;
  for (let index = 0; index < opinions.length; index += 1) {
    if (index > 0) text += ",";
    text += opinionText(opinions[index] as Opinion, rules);
  }
  const place = opinions.indexOf(winner);
  return `${text}],"winner":${place < 0 ? opinionText(winner, rules) : place}}`;
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
    text = jsonText(reference);
    rules.set(reference, text);
  }
  return text;
}
