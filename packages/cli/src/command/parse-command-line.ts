/**
 * From words to a command and its arguments, by the command's declaration. Node's own parser does the splitting; what it
 * cannot say well (a name close to a known one, a missing word, a value that is no number) is said here.
 */
import { parseArgs } from "node:util";
import { nearestName, quoteVisibly } from "@toolplane/readings";
import { CliError } from "./cli-error.ts";
import type { Command, CommandArguments, OptionSpec } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";

/**
 * The command line as understood. `command` is null for `toolplane` alone, and for `toolplane policy`, whose commands have two
 * words.
 */
export interface CommandLine {
  readonly command: Command | null;
  /** The first word of commands that have two, when the second was left out. */
  readonly branch: string | null;
  readonly arguments: CommandArguments;
}

type Value = string | boolean | (string | boolean)[] | undefined;
type Specs = Readonly<Record<string, OptionSpec>>;

/** Reads a command line. Throws a CliError when it cannot be understood. */
export function parseCommandLine(
  words: readonly string[],
  commands: readonly Command[],
): CommandLine {
  const { command, branch, typed } = findCommand(words, commands);
  const specs = { ...GLOBAL_OPTIONS, ...command?.options };
  const { own, rest } = command?.takesAnyOption
    ? setApart(typed, specs, (command.arguments ?? []).filter((word) => !word.rest).length)
    : { own: typed, rest: [] };
  const { tokens, values, positionals } = split(own, specs);
  for (const token of tokens) {
    if (token.kind === "option" && !Object.hasOwn(specs, token.name))
      throw unknownOption(token.rawName, command, specs);
  }
  const line = read({ specs, values, positionals, rest });
  if (!line.flag("help")) checkWords(command, positionals);
  return { command, branch, arguments: line };
}

function findCommand(words: readonly string[], commands: readonly Command[]) {
  const first = firstWord(words);
  if (first < 0) return { command: null, branch: null, typed: words };
  const one = words[first] ?? "";
  const two = words[first + 1] ?? "";
  const long = commands.find(({ name }) => name === `${one} ${two}`);
  const command = long ?? commands.find(({ name }) => name === one) ?? null;
  const isBranch = commands.some(({ name }) => name.startsWith(`${one} `));
  if (!command && !(isBranch && (two === "" || two.startsWith("-"))))
    throw unknownCommand(words, first, commands);
  const typed = [...words];
  typed.splice(first, long ? 2 : 1);
  return { command, branch: command ? null : one, typed };
}

/** The position of the command: global options may come before it, with their values. */
function firstWord(words: readonly string[]): number {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-")) return at;
    const spec = specOf(word, GLOBAL_OPTIONS);
    if (spec && spec.type !== "flag" && !word.includes("=")) at += 1;
  }
  return -1;
}

function specOf(word: string, specs: Specs): OptionSpec | undefined {
  if (word.startsWith("--")) {
    const name = word.slice(2).split("=")[0] ?? "";
    return Object.hasOwn(specs, name) ? specs[name] : undefined;
  }
  return Object.values(specs).find(({ short }) => short !== undefined && word === `-${short}`);
}

/**
 * A command that takes any option reads what is left itself, so that is kept in the order in which it was typed: a word
 * belongs to the option before it. After `--` nothing is ours.
 */
function setApart(
  words: readonly string[],
  specs: Specs,
  wanted: number,
): { readonly own: readonly string[]; readonly rest: readonly string[] } {
  const own: string[] = [];
  const rest: string[] = [];
  let taken = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") {
      rest.push(...words.slice(at));
      break;
    }
    const spec = word.startsWith("-") ? specOf(word, specs) : undefined;
    if (spec) {
      own.push(word);
      const value = words[at + 1];
      if (spec.type !== "flag" && !word.includes("=") && value !== undefined) {
        own.push(value);
        at += 1;
      }
    } else if (taken < wanted && !word.startsWith("-")) {
      own.push(word);
      taken += 1;
    } else rest.push(word);
  }
  return { own, rest };
}

function split(words: readonly string[], specs: Specs) {
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

function read(parsed: {
  readonly specs: Specs;
  readonly values: Readonly<Record<string, Value>>;
  readonly positionals: readonly string[];
  readonly rest: readonly string[];
}): CommandArguments {
  const { specs, values } = parsed;
  for (const [name, spec] of Object.entries(specs)) checkValue(name, spec, values[name]);
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    words: parsed.positionals,
    rest: parsed.rest,
    flag: (name) => values[name] === true,
    text,
    number: (name) => (text(name) === undefined ? undefined : Number(text(name))),
    list: (name) => (Array.isArray(values[name]) ? values[name].map(String) : []),
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
  if (extra !== undefined && !specs.at(-1)?.rest)
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
  if (branch.length > 0) return unknownSecondWord(words, first, branch);
  const near = nearestName(
    typed,
    commands.map(({ name }) => name.split(" ")[0] ?? name),
  );
  const corrected = near && ["toolplane", ...words.with(first, near)].map(quoteVisibly).join(" ");
  return new CliError(
    `There is no command "${typed}".${corrected ? ` Did you mean: ${corrected}` : ""}`,
    corrected ? {} : { next: ["toolplane   lists all commands."] },
  );
}

function unknownSecondWord(
  words: readonly string[],
  first: number,
  branch: readonly Command[],
): CliError {
  const [one = "", two = ""] = words.slice(first);
  const seconds = branch.map(({ name }) => name.slice(one.length + 1));
  const near = nearestName(two, seconds);
  const corrected =
    near && ["toolplane", ...words.with(first + 1, near)].map(quoteVisibly).join(" ");
  return new CliError(
    `There is no command "${one} ${two}".${corrected ? ` Did you mean: ${corrected}` : ""}`,
    corrected ? {} : { next: [`toolplane ${one}   takes one of: ${seconds.join(", ")}.`] },
  );
}

function unknownOption(typed: string, command: Command | null, specs: Specs): CliError {
  const near = nearestName(typed.replace(/^-+/, ""), Object.keys(specs));
  const of = command ? `toolplane ${command.name}` : "toolplane";
  return new CliError(`${of} has no option ${typed}.${near ? ` Did you mean --${near}?` : ""}`, {
    next: [command ? `${of} --help   lists its options.` : "toolplane   lists all commands."],
  });
}
