/**
 * From words to a command and its arguments, by the command's declaration. Node's own parser does the splitting; what it
 * cannot say well (a name close to a known one, a missing word, a value that is no number) is said here.
 */
import { parseArgs } from "node:util";
import { CliError } from "./cli-error.ts";
import type { Command, CommandArguments, OptionSpec } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";
import { nearestName } from "./nearest-name.ts";

/** What was understood. `command` is null for `toolplane` alone. */
export interface CommandLine {
  readonly command: Command | null;
  readonly arguments: CommandArguments;
}

type Value = string | boolean | (string | boolean)[] | undefined;

/** Reads a command line. Throws a CliError when it cannot be understood. */
export function parseCommandLine(
  words: readonly string[],
  commands: readonly Command[],
): CommandLine {
  const { command, rest: typed } = findCommand(words, commands);
  const specs = { ...GLOBAL_OPTIONS, ...command?.options };
  const { tokens, values, positionals } = split(typed, specs);
  const rest: string[] = [];
  const stray = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== "option" || Object.hasOwn(specs, token.name)) continue;
    if (!command?.takesAnyOption) throw unknownOption(token.rawName, command, specs);
    stray.add(token.index);
    rest.push(token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`);
  }
  const line = read(command, { specs, values, positionals, rest });
  if (!line.arguments.flag("help")) checkWords(command, positionals);
  return line;
}

function findCommand(
  words: readonly string[],
  commands: readonly Command[],
): { readonly command: Command | null; readonly rest: readonly string[] } {
  const first = words.findIndex((word) => !word.startsWith("-"));
  if (first < 0) return { command: null, rest: words };
  const [one = "", two = ""] = words.slice(first);
  const long = commands.find(({ name }) => name === `${one} ${two}`);
  const command = long ?? commands.find(({ name }) => name === one);
  if (!command) throw unknownCommand(words, first, commands);
  const rest = [...words];
  rest.splice(first, long ? 2 : 1);
  return { command, rest };
}

function split(words: readonly string[], specs: Readonly<Record<string, OptionSpec>>) {
  try {
    return parseArgs({
      args: [...words],
      strict: false,
      allowPositionals: true,
      tokens: true,
      options: Object.fromEntries(
        Object.entries(specs).map(([name, { type, short }]) => [
          name,
          {
            type: type === "flag" ? ("boolean" as const) : ("string" as const),
            multiple: type === "list",
            ...(short ? { short } : {}),
          },
        ]),
      ),
    });
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error));
  }
}

function read(
  command: Command | null,
  parsed: {
    readonly specs: Readonly<Record<string, OptionSpec>>;
    readonly values: Readonly<Record<string, Value>>;
    readonly positionals: readonly string[];
    readonly rest: readonly string[];
  },
): CommandLine {
  const { specs, values } = parsed;
  for (const [name, spec] of Object.entries(specs)) checkValue(name, spec, values[name]);
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    command,
    arguments: {
      words: parsed.positionals,
      rest: parsed.rest,
      flag: (name) => values[name] === true,
      text,
      number: (name) => (text(name) === undefined ? undefined : Number(text(name))),
      list: (name) => (Array.isArray(values[name]) ? values[name].map(String) : []),
    },
  };
}

function checkValue(name: string, { type, choices, value = "VALUE" }: OptionSpec, given: Value) {
  if (given === undefined) return;
  const all = Array.isArray(given) ? given : [given];
  for (const one of all) {
    if (type === "flag") {
      if (one !== true) throw new CliError(`--${name} takes no value.`);
      continue;
    }
    if (typeof one !== "string") throw new CliError(`--${name} needs a value: --${name} ${value}`);
    if (type === "number" && !/^\d+(\.\d+)?$/.test(one))
      throw new CliError(`--${name} must be a number. You gave ${JSON.stringify(one)}.`);
    if (choices && !choices.includes(one))
      throw new CliError(
        `--${name} must be one of ${choices.join(", ")}. You gave ${JSON.stringify(one)}.`,
      );
  }
}

function checkWords(command: Command | null, words: readonly string[]): void {
  if (!command) return;
  const specs = command.arguments ?? [];
  const missing = specs.find((spec, index) => spec.required && words[index] === undefined);
  const next = [`toolplane ${command.name} --help   says what it takes.`];
  if (missing)
    throw new CliError(`toolplane ${command.name} needs ${missing.name.toUpperCase()}.`, {
      lines: [missing.summary],
      next,
    });
  const extra = words[specs.length];
  if (extra !== undefined && !specs.at(-1)?.rest && !command.takesAnyOption)
    throw new CliError(`toolplane ${command.name} does not take ${JSON.stringify(extra)}.`, {
      next,
    });
}

function unknownCommand(
  words: readonly string[],
  first: number,
  commands: readonly Command[],
): CliError {
  const typed = words[first] ?? "";
  const branch = commands.filter(({ name }) => name.startsWith(`${typed} `));
  if (branch.length > 0)
    return new CliError(
      `toolplane ${typed} needs one more word: ${branch.map(({ name }) => name.slice(typed.length + 1)).join(", ")}.`,
      { next: branch.map(({ name, summary }) => `toolplane ${name}   ${summary}`) },
    );
  const near = nearestName(
    typed,
    commands.map(({ name }) => name.split(" ")[0] ?? name),
  );
  const corrected = near && ["toolplane", ...words.with(first, near)].join(" ");
  return new CliError(
    `There is no command "${typed}".${corrected ? ` Did you mean: ${corrected}` : ""}`,
    corrected ? {} : { next: ["toolplane   lists all commands."] },
  );
}

function unknownOption(
  typed: string,
  command: Command | null,
  specs: Readonly<Record<string, OptionSpec>>,
): CliError {
  const near = nearestName(typed.replace(/^-+/, ""), Object.keys(specs));
  const of = command ? `toolplane ${command.name}` : "toolplane";
  return new CliError(`${of} has no option ${typed}.${near ? ` Did you mean --${near}?` : ""}`, {
    next: [`${of} --help   lists its options.`],
  });
}
