/**
 * Checks the examples that rules may carry (`match`, `no_match`) when the rules load, by the very matching that will
 * judge. An example is read as what the permission is about: a path, a host or URL, a command; for a tool id or `*`, as
 * anything it can be. Variables without values get a stand-in, so that a rule file loads without a workspace too.
 */
import { ConfigurationError, type Rule, type Variables } from "@toolplane/contract";
import { compileRule, type RulePlace } from "./compile-rule.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { ownSubject } from "./own-subject.ts";
import { SUBJECT_KINDS, SUBJECTS } from "./subjects.ts";

/** Throws a ConfigurationError when an example disagrees with the rule. */
export function checkExamples(rule: Rule, place: RulePlace): void {
  if (rule.match === undefined && rule.no_match === undefined) return;
  const variables = withStandIns(place.variables, rule.permission);
  const compiled = compileRule(rule, { ...place, variables });
  const own = ownSubject(rule.permission);
  const subjects = (own === null ? SUBJECT_KINDS : [own]).map((kind) => SUBJECTS[kind]);
  const holds = (example: string) =>
    subjects.some((subject) =>
      subject
        .readExample(example, variables)
        .some((target) => subject.matches(compiled, target as never)),
    );
  for (const example of rule.match ?? [])
    if (!holds(example)) throw disagrees(compiled, place, example);
  for (const example of rule.no_match ?? [])
    if (holds(example)) throw disagrees(compiled, place, example);
}

function disagrees(rule: CompiledRule, place: RulePlace, example: string): ConfigurationError {
  const { permission, pattern, match } = rule.reference.rule;
  const wanted = match?.includes(example)
    ? "does not match its example"
    : "matches its counter-example";
  return new ConfigurationError(
    place.where,
    `${permission} "${pattern}" ${wanted} "${example.slice(0, 200)}"`,
  );
}

function withStandIns(variables: Variables, permission: string): Variables {
  const standIn = (name: string) =>
    ownSubject(permission) === "host" ? `${name}.test` : `/example/${name}`;
  return Object.fromEntries(
    Object.entries(variables).map(([name, values]) => [
      name,
      values.length > 0 ? values : [standIn(name)],
    ]),
  );
}
