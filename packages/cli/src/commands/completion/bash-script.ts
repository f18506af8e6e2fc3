/**
 * Completion for bash, and for zsh, which runs the same function. Commands, options and choices are in the script; names of
 * tools and sessions are asked for when they are needed, because they change.
 */
import type { Command } from "../../command/command.ts";
import { GLOBAL_OPTIONS } from "../../command/global-options.ts";
import {
  type CompletionFacts,
  completionFacts,
  type Lookup,
  optionLookup,
} from "./completion-facts.ts";

export function bashScript(commands: readonly Command[]): string {
  const facts = completionFacts(commands);
  const firsts = [...new Set(facts.map(({ name }) => name.split(" ")[0] ?? ""))];
  const withValue = Object.entries(GLOBAL_OPTIONS).filter(([, { type }]) => type !== "flag");
  const skipped = withValue.flatMap(([name, { short }]) => [
    `--${name}`,
    ...(short ? [`-${short}`] : []),
  ]);
  return [
    "# toolplane completion",
    "_toolplane() {",
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"',
    '  local command="" first="" count=0 i=1 word names=""',
    "  while [ $i -lt $COMP_CWORD ]; do",
    '    word="${COMP_WORDS[i]}"',
    '    case "$word" in',
    `      ${skipped.join("|")}) i=$((i+1)) ;;`,
    "      -*) ;;",
    '      *) if [ -z "$command" ]; then command="$word"',
    `         else case "$command $word" in ${pairPattern(facts)}`,
    '           *) count=$((count+1)); [ -z "$first" ] && first="$word" ;; esac; fi ;;',
    "    esac",
    "    i=$((i+1))",
    "  done",
    "  COMPREPLY=()",
    '  case "$command $prev" in',
    ...valueCases(facts),
    "  esac",
    '  case "$command" in',
    `    "") names="${[...firsts, ...optionNames(Object.keys(GLOBAL_OPTIONS))].join(" ")}" ;;`,
    ...facts.map((fact) => commandCase(fact)),
    ...branches(facts).map(([first, seconds]) => `    ${first}) names="${seconds.join(" ")}" ;;`),
    "  esac",
    '  COMPREPLY=( $(compgen -W "$names" -- "$cur") )',
    '  if [ ${#COMPREPLY[@]} -eq 0 ] && [ "${cur#-}" = "$cur" ]; then COMPREPLY=( $(compgen -f -- "$cur") ); fi',
    "}",
    "complete -o filenames -F _toolplane toolplane",
  ].join("\n");
}

/** The script for zsh: its own emulation of bash's completion. */
export function zshScript(commands: readonly Command[]): string {
  return [
    "autoload -U +X compinit && compinit",
    "autoload -U +X bashcompinit && bashcompinit",
    bashScript(commands),
  ].join("\n");
}

function pairPattern(facts: readonly CompletionFacts[]): string {
  const pairs = facts.filter(({ name }) => name.includes(" ")).map(({ name }) => `"${name}"`);
  return pairs.length === 0 ? "" : `${pairs.join("|")}) command="$command $word" ;;`;
}

/** The value after an option: its choices, or names that are looked up. */
function valueCases(facts: readonly CompletionFacts[]): readonly string[] {
  const reply = (names: string): string =>
    `COMPREPLY=( $(compgen -W "${names}" -- "$cur") ); return ;;`;
  return facts.flatMap(({ name, options }) =>
    options.flatMap(([option, spec]) => {
      const choices = spec.choices ?? [];
      if (choices.length > 0) return [`    "${name} --${option}") ${reply(choices.join(" "))}`];
      const lookup = optionLookup(option, spec);
      if (lookup === "sessions") return [`    "${name} --${option}") ${reply(ask(lookup))}`];
      if (lookup === "files")
        return [`    "${name} --${option}") COMPREPLY=( $(compgen -f -- "$cur") ); return ;;`];
      return [];
    }),
  );
}

function commandCase({ name, options, seconds, word, hasToolOptions }: CompletionFacts): string {
  const known = optionNames(options.map(([option]) => option)).join(" ");
  const more = hasToolOptions
    ? ` $( [ -n "$first" ] && toolplane __complete options "$first" 2>/dev/null )`
    : "";
  const looked = word === "tools" || word === "sessions" ? [ask(word)] : [];
  const names = [...seconds, ...looked].join(" ");
  const list = `names="${known}${more}"`;
  const own =
    names === ""
      ? list
      : `[ "$count" -eq 0 ] && [ "\${cur#-}" = "$cur" ] && names="${names}" || ${list}`;
  return `    "${name}") ${own} ;;`;
}

function ask(lookup: Lookup): string {
  return `$(toolplane __complete ${lookup} 2>/dev/null)`;
}

function optionNames(names: readonly string[]): readonly string[] {
  return names.map((name) => `--${name}`);
}

/** First words that are no command themselves. */
function branches(
  facts: readonly CompletionFacts[],
): readonly (readonly [string, readonly string[]])[] {
  const alone = new Set(facts.map(({ name }) => name));
  const found = new Map<string, string[]>();
  for (const { name } of facts) {
    const [first = "", second] = name.split(" ");
    if (second !== undefined && !alone.has(first))
      found.set(first, [...(found.get(first) ?? []), second]);
  }
  return [...found];
}
