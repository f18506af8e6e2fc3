/**
 * Facts of a settled call without what says the same in other words: the sentence of an opinion, which a later version
 * may say better, and the line of a default rule, which moves when the default policy grows.
 */
import type { Json } from "@toolplane/contract";
import { isMembers } from "../rows/is-members.ts";

export function withoutWords(facts: Json): Json {
  if (!isMembers(facts) || !isMembers(facts.verdict)) return facts;
  const { opinions } = facts.verdict;
  if (!Array.isArray(opinions)) return facts;
  return { ...facts, verdict: { ...facts.verdict, opinions: opinions.map(opinionAlone) } };
}

function opinionAlone(opinion: Json): Json {
  if (!isMembers(opinion)) return opinion;
  const { reason: _reason, rule, ...rest } = opinion;
  if (!isMembers(rule)) return rest;
  const { source } = rule;
  if (!isMembers(source) || source.scope !== "default") return { ...rest, rule };
  const { line: _line, ...from } = source;
  return { ...rest, rule: { ...rule, source: from } };
}
