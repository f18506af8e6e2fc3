/** Arguments that a tool cannot take: every fault on its line, and the command line that was probably meant. */
import type { Json, JsonObject, Tool } from "@toolplane/contract";
import { type ArgumentFault, checkArguments } from "@toolplane/kernel";
import { formatPlural, nearestName, quoteVisibly } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import { optionName, type Parameter, readParameters, usageOf } from "./parameter.ts";
import { namedWords, type ReadArguments, readCallArguments } from "./read-call-arguments.ts";

/** More names than this are not read in a line; `toolplane tools` shows them. */
const MOST_NAMED = 10;

/** The error to throw, or null when the arguments are good. */
export function badArguments(tool: Tool, read: ReadArguments): CliError | null {
  const parameters = readParameters(tool.parameters);
  // Nothing more can be said of JSON that could not be read.
  const faults = read.broken.length > 0 ? [] : checkArguments(tool.parameters, read.values);
  if (faults.length + read.unknown.length + read.extra.length + read.broken.length === 0)
    return null;
  const repair = repairArguments(read, { tool, parameters, faults });
  const rows = [
    ...read.broken.map(({ where, reason }) => [where, reason] as const),
    ...faultRows(faults, { values: read.values, parameters, renamed: repair.renamed }),
    ...read.unknown
      .filter(({ typed }) => !repair.renamed.some((one) => one.typed === typed))
      .map(({ typed }) => [typed, noParameter(parameters)] as const),
    ...read.extra.map((word) => [JSON.stringify(word), "is one word too many."] as const),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 3;
  return new CliError(`Invalid arguments for ${tool.id}`, {
    lines: rows.map(([name, text]) => `${name.padEnd(width)}${text}`),
    next: [
      ...nextLines(tool, read, { parameters, repair }),
      `toolplane tools ${tool.id}   shows ${parameters.length > 1 ? "all " : ""}${formatPlural(parameters.length, "parameter")}.`,
    ],
  });
}

/** The line that was probably meant; where that is unclear and a word was too many, the words that the tool takes. */
function nextLines(
  tool: Tool,
  read: ReadArguments,
  known: { readonly parameters: readonly Parameter[]; readonly repair: Repair },
): readonly string[] {
  const { parameters, repair } = known;
  const lines = [
    ...(repair.line === null ? [] : [repair.line]),
    ...namedLine(tool, read, parameters),
    ...quotedLine(tool, read, parameters),
  ];
  return lines.length > 0 || read.extra.length === 0 ? lines : [`${usageOf(tool)}   is its form.`];
}

function noParameter(parameters: readonly Parameter[]): string {
  const names = parameters.map(({ name }) => `--${optionName(name)}`);
  const few = names.length > 0 && names.length <= MOST_NAMED;
  return few ? `is no parameter of it. It has ${names.join(", ")}.` : "is no parameter of it.";
}

/** Arguments written as `name=value`. */
function namedLine(
  tool: Tool,
  { typed }: ReadArguments,
  parameters: readonly Parameter[],
): readonly string[] {
  const words = namedWords(typed, parameters);
  if (words === null) return [];
  const { values, unknown, extra, broken } = readCallArguments(words, parameters);
  const isGood =
    unknown.length + extra.length + broken.length === 0 &&
    checkArguments(tool.parameters, values).length === 0;
  return isGood ? [commandLineOf(tool.id, values, parameters)] : [];
}

/** Words of a command that the shell took apart: they are one argument, and it is for the person to say so. */
function quotedLine(
  { id }: Tool,
  { values, extra }: ReadArguments,
  parameters: readonly Parameter[],
): readonly string[] {
  const command = values.command;
  if (extra.length === 0 || typeof command !== "string") return [];
  const whole = { ...values, command: [command, ...extra].join(" ") };
  return [`A command is one argument, in quotes: ${commandLineOf(id, whole, parameters)}`];
}

interface Repair {
  readonly renamed: readonly { readonly typed: string; readonly name: string }[];
  /** Null when it could not be mended. */
  readonly line: string | null;
}

interface Known {
  readonly tool: Tool;
  readonly parameters: readonly Parameter[];
  readonly faults: readonly ArgumentFault[];
}

/** Names that are nearly right, numbers past their bound, choices that are nearly right: nothing else is guessed. */
function repairArguments(read: ReadArguments, { tool, parameters, faults }: Known): Repair {
  const values: Record<string, Json> = { ...read.values };
  const names = parameters.map(({ name }) => name);
  const given = [
    ...read.unknown.map(({ typed, value }) => ({ typed, name: typed.replace(/^-+/, ""), value })),
    ...Object.entries(read.values)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => ({ typed: name, name, value })),
  ];
  const renamed: { typed: string; name: string }[] = [];
  for (const { typed, name, value } of given) {
    delete values[name];
    const free = names.filter((one) => values[one] === undefined);
    const near = nearestName(name.replaceAll("-", "_"), free);
    if (near === null) continue;
    renamed.push({ typed, name: near });
    values[near] = typed.startsWith("--") ? retype(value, near, parameters) : (value as Json);
  }
  for (const { path } of faults) {
    const [name = "", ...deeper] = path;
    const parameter = parameters.find((one) => one.name === name);
    if (parameter && deeper.length === 0 && values[name] !== undefined)
      values[name] = nearestValue(values[name], parameter);
  }
  const isGood =
    read.broken.length + read.extra.length === 0 &&
    renamed.length === given.length &&
    checkArguments(tool.parameters, values).length === 0;
  return { renamed, line: isGood ? commandLineOf(tool.id, values, parameters) : null };
}

function retype(value: unknown, name: string, parameters: readonly Parameter[]): Json {
  const kind = parameters.find((one) => one.name === name)?.kind;
  if (kind === "boolean") return value === null ? true : value === "true";
  if (kind === "number" && typeof value === "string" && value !== "") return Number(value);
  if (kind === "list") return [value as Json];
  return value as Json;
}

function nearestValue(value: Json, { schema, choices }: Parameter): Json {
  if (typeof value === "number") {
    const { minimum, maximum } = schema;
    if (typeof maximum === "number" && value > maximum) return maximum;
    if (typeof minimum === "number" && value < minimum) return minimum;
  }
  if (typeof value === "string" && choices.length > 0)
    return nearestName(value, choices.map(String)) ?? value;
  return value;
}

function faultRows(
  faults: readonly ArgumentFault[],
  known: {
    readonly values: JsonObject;
    readonly parameters: readonly Parameter[];
    readonly renamed: Repair["renamed"];
  },
): readonly (readonly [name: string, text: string])[] {
  const { values, parameters, renamed } = known;
  return faults.flatMap(({ path, message, keyword }) => {
    const name = path.join(".") || "arguments";
    const meant = renamed.find((one) => one.name === name);
    if (message === "missing") {
      const hint = meant
        ? ` You gave ${JSON.stringify(meant.typed.replace(/^-+/, ""))}: did you mean --${optionName(name)}?`
        : "";
      return [[name, `is required.${hint}`] as const];
    }
    // Told with the parameter that it was meant for.
    if (message === "unknown property") {
      const near = renamed.find(({ typed }) => typed === name);
      if (near && faults.some((other) => other.path[0] === near.name)) return [];
      return [
        [name, `is no parameter of it.${near ? ` Did you mean ${near.name}?` : ""}`] as const,
      ];
    }
    const parameter = parameters.find((one) => one.name === path[0]);
    const value = path.length === 1 ? values[name] : undefined;
    return [[name, `${plain(message)}${gaveText(value, { keyword, parameter })}`] as const];
  });
}

function plain(message: string): string {
  const text = message.replace(/<= /, "at most ").replace(/>= /, "at least ").replace(/\.$/, "");
  return `${text}.`;
}

/** Numbers, and words where only some are taken: anything else may be a secret. */
function gaveText(
  value: Json | undefined,
  { keyword, parameter }: { readonly keyword: string; readonly parameter: Parameter | undefined },
): string {
  if (typeof value === "number" || typeof value === "boolean") return ` You gave ${value}.`;
  const isChoice = keyword === "enum" || (parameter?.kind === "number" && keyword === "type");
  if (typeof value === "string" && isChoice && value.length <= 40)
    return ` You gave ${JSON.stringify(value)}.`;
  return "";
}

/** `toolplane call grep --pattern lineTotal --context 10`. What an option cannot say is JSON. */
function commandLineOf(tool: string, values: JsonObject, parameters: readonly Parameter[]): string {
  const words = ["toolplane", "call", tool];
  for (const [name, value] of Object.entries(values)) {
    const parameter = parameters.find((one) => one.name === name);
    const option = `--${optionName(name)}`;
    if (parameter?.kind === "boolean" && typeof value === "boolean")
      words.push(value ? option : `--no-${optionName(name)}`);
    else if (parameter?.kind === "list" && Array.isArray(value) && value.every(isScalar))
      for (const item of value) words.push(option, String(item));
    else words.push(option, isScalar(value) ? String(value) : JSON.stringify(value));
  }
  return words.map(quoteVisibly).join(" ");
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
