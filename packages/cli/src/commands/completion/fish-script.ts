/** Completion for fish, in its own words. */
import type { Command, OptionSpec } from "../../command/command.ts";
import { GLOBAL_OPTIONS } from "../../command/global-options.ts";
import { type CompletionFacts, completionFacts, optionLookup } from "./completion-facts.ts";

export function fishScript(commands: readonly Command[]): string {
  const facts = completionFacts(commands);
  const firsts = new Map<string, string>();
  for (const { name, summary } of facts) {
    const [first = "", second] = name.split(" ");
    if (second === undefined || !firsts.has(first))
      firsts.set(first, second === undefined ? summary : `${first} …`);
  }
  return [
    "# toolplane completion",
    "complete -c toolplane -f",
    ...[...firsts].map(
      ([name, summary]) =>
        `complete -c toolplane -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ),
    ...Object.entries(GLOBAL_OPTIONS).map(
      ([name, spec]) => `complete -c toolplane ${optionWords(name, spec)}`,
    ),
    ...facts.flatMap((fact) => commandLines(fact)),
  ].join("\n");
}

function commandLines({
  name,
  summary,
  options,
  word,
  hasToolOptions,
}: CompletionFacts): readonly string[] {
  const [first = "", second] = name.split(" ");
  const seen =
    second === undefined
      ? `__fish_seen_subcommand_from ${first}`
      : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
  const at = `complete -c toolplane -n ${quote(seen)}`;
  const own = options.filter(([option]) => !Object.hasOwn(GLOBAL_OPTIONS, option));
  return [
    ...(second === undefined
      ? []
      : [
          `complete -c toolplane -n ${quote(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${second}`)} -a ${second} -d ${quote(summary)}`,
        ]),
    ...(word === "tools" || word === "sessions"
      ? [`${at} -a "(toolplane __complete ${word})"`]
      : []),
    ...(hasToolOptions
      ? [`${at} -a "(toolplane __complete options (commandline -opc)[3] 2>/dev/null)"`]
      : []),
    ...(word === "files" ? [`${at} -F`] : []),
    ...own.map(([option, spec]) => `${at} ${optionWords(option, spec)}`),
  ];
}

function optionWords(name: string, spec: OptionSpec): string {
  const short = spec.short ? ` -s ${spec.short}` : "";
  const choices = spec.choices ? ` -a ${quote(spec.choices.join(" "))}` : "";
  const lookup = optionLookup(name, spec);
  const value = spec.type === "flag" ? "" : lookup === "files" ? " -r -F" : " -x";
  const names = lookup === "sessions" ? ` -a "(toolplane __complete sessions)"` : "";
  return `-l ${name}${short}${value}${choices}${names} -d ${quote(spec.summary)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
