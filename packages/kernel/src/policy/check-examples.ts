/**
 * Rules may carry examples (`match`, `no_match`); they are checked when the rules load, by the very matching that will
 * judge. An example is read as what the permission is about: a path, a host or URL, a command; for a tool id or `*`, as
 * anything it can be. Variables without values get a stand-in, so that a rule file loads without a workspace too.
 */
import { ConfigurationError, type Rule, type Target, type Variables } from "@toolplane/contract";
import { compileRule, type RulePlace } from "./compile-rule.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { expandVariables } from "./expand-variables.ts";
import { canonicalHost } from "./host-pattern.ts";
import { ruleMatches } from "./rule-matches.ts";
import { splitWords } from "./split-words.ts";

/** Throws a ConfigurationError when an example disagrees with the rule. */
export function checkExamples(rule: Rule, place: RulePlace): void {
  if (rule.match === undefined && rule.no_match === undefined) return;
  const variables = withStandIns(place.variables, rule.permission);
  const compiled = compileRule(rule, { ...place, variables });
  const holds = (example: string) =>
    readExample(example, compiled.permission, variables).some((target) =>
      ruleMatches(compiled, target),
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
    permission === "net.fetch" ? `${name}.test` : `/example/${name}`;
  return Object.fromEntries(
    Object.entries(variables).map(([name, values]) => [
      name,
      values.length > 0 ? values : [standIn(name)],
    ]),
  );
}

function readExample(example: string, permission: string, variables: Variables): readonly Target[] {
  if (permission === "fs.read" || permission === "fs.write") return asPaths(example, variables);
  if (permission === "net.fetch") return asHost(example);
  if (permission === "bash" || permission === "shell.run") return asCommand(example);
  if (permission === "env") return [{ capability: "env", name: example }];
  return [
    ...asPaths(example, variables),
    ...asHost(example),
    ...asCommand(example),
    { capability: "named", name: example },
  ];
}

function asPaths(example: string, variables: Variables): readonly Target[] {
  const texts = /^\{[a-z-]+\}/.test(example) ? expandVariables(example, variables) : [example];
  const paths = texts.flatMap((text) =>
    text.startsWith("/") ? [text] : (variables.workspace ?? []).map((root) => `${root}/${text}`),
  );
  return paths.map((path) => ({ capability: "fs.read", path, real: path }));
}

function asHost(example: string): readonly Target[] {
  if (example.includes("://")) {
    const url = URL.parse(example);
    if (url === null) return [];
    const scheme = url.protocol.slice(0, -1);
    return [
      netTarget(
        scheme,
        url.hostname,
        url.port === "" ? (scheme === "http" ? 80 : 443) : Number(url.port),
      ),
    ];
  }
  const parts = /^(\[[^\]]+\]|[^:/\s]+)(?::([0-9]+))?$/.exec(example);
  if (parts === null)
    return /^[0-9a-f:]+$/i.test(example) ? [netTarget("https", example, 443)] : [];
  return [
    netTarget(parts[2] === "80" ? "http" : "https", parts[1] as string, Number(parts[2] ?? 443)),
  ];
}

function netTarget(scheme: string, host: string, port: number): Target {
  return { capability: "net.fetch", scheme, host: canonicalHost(host), port };
}

function asCommand(example: string): readonly Target[] {
  return [
    { capability: "shell.run", unit: { argv: splitWords(example), cwd: null, text: example } },
  ];
}
