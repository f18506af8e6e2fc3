import type { Lost } from "../../confinement/permits-less.ts";
import { describeRule } from "../../judge/describe-rule.ts";
import type { Policies } from "../../judge/evaluate-policies.ts";
import type { CompiledRule } from "../../policy/rule/compiled-rule.ts";

const REACHES: Readonly<Record<Lost["capability"], string>> = {
  "fs.read": "read",
  "fs.write": "write",
  "net.fetch": "connect to",
  env: "be given",
  "shell.run": "run",
};

/** Says which part of a confinement is gone, and the rule that closes it where one does. */
export function describeLost(
  { capability, pattern }: Lost,
  { base, restrictions }: Policies,
): string {
  const verb = REACHES[capability];
  if (pattern === null)
    return `It may ${verb} less than when it was started: nothing opens that any more.`;
  const rule = [base, ...restrictions]
    .flatMap((policy) => policy.rulesFor(capability, null))
    .find((one) => one.action !== "allow" && namesPattern(one, pattern));
  const named = rule ? `: ${describeRule(rule.reference)}` : "";
  return `It could ${verb} ${pattern}, which is closed now${named}.`;
}

function namesPattern({ everything, paths, hosts, argv, texts }: CompiledRule, text: string) {
  return (
    everything ||
    paths.some(({ alternatives }) => alternatives.includes(text)) ||
    hosts.some((host) => host.text === text) ||
    texts.some((one) => one.text === text) ||
    argv.some(({ words }) => words[0]?.text?.split("/").at(-1) === text)
  );
}
