/**
 * From the words after a tool's name to its arguments. What was typed is read by the tool's schema, and only by it: a word is
 * never guessed to be a number or JSON where the schema says text. Whether the outcome is good is not judged here.
 */
import type { Json, JsonObject } from "@toolplane/contract";
import { optionName, type Parameter, wordOrder } from "./parameter.ts";

/** The arguments as understood; `unknown` are options that the tool does not have, `extra` words that nothing takes. */
export interface ReadArguments {
  /** The words it was read from; none for JSON. */
  readonly typed: readonly string[];
  readonly values: JsonObject;
  readonly unknown: readonly { readonly typed: string; readonly value: string | null }[];
  readonly extra: readonly string[];
  /** JSON that could not be read: the option or "the arguments", and why. */
  readonly broken: readonly { readonly where: string; readonly reason: string }[];
}

export function readCallArguments(
  typed: readonly string[],
  parameters: readonly Parameter[],
): ReadArguments {
  const values: Record<string, Json> = {};
  const unknown: { typed: string; value: string | null }[] = [];
  const broken: { where: string; reason: string }[] = [];
  const words: string[] = [];
  for (let at = 0; at < typed.length; at += 1) {
    const word = typed[at] ?? "";
    if (word === "--") {
      words.push(...typed.slice(at + 1));
      break;
    }
    if (!isOption(word)) {
      words.push(word);
      continue;
    }
    const [name, inline] = splitOption(word);
    const found = findParameter(name, parameters);
    if (found === null) {
      const value = inline ?? valueAfter(typed, at);
      if (inline === undefined && value !== null) at += 1;
      unknown.push({ typed: word.split("=")[0] ?? word, value });
      continue;
    }
    if (found.isNegated || (found.parameter.kind === "boolean" && inline === undefined)) {
      values[found.parameter.name] = !found.isNegated;
      continue;
    }
    const text = inline ?? typed[at + 1];
    if (inline === undefined) at += 1;
    if (text === undefined) {
      broken.push({ where: `--${name}`, reason: "needs a value." });
      continue;
    }
    put(values, found.parameter, { text, broken });
  }
  const extra = placeWords(words, { parameters, values, broken });
  return { typed, values, unknown, extra, broken };
}

interface Sink {
  readonly broken: { where: string; reason: string }[];
}

function put(
  values: Record<string, Json>,
  { name, kind, items, choices }: Parameter,
  { text, broken }: Sink & { readonly text: string },
): void {
  const read = (of: Parameter["kind"]): Json => {
    if (of === "text") return text;
    if (of === "number")
      return /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
    if (of === "boolean") return text === "true" ? true : text === "false" ? false : text;
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      broken.push({ where: `--${name}`, reason: `must be JSON: ${reasonOf(error)}` });
      return null;
    }
  };
  if (kind !== "list") {
    const isPlain = kind === "json" && choices.length > 0 && choices.includes(text);
    values[name] = isPlain ? text : read(kind);
    return;
  }
  if (text.startsWith("[") && values[name] === undefined) {
    values[name] = read("json");
    return;
  }
  const before = values[name];
  values[name] = [...(Array.isArray(before) ? before : []), read(items)];
}

/** Plain words fill the required parameters, in order, and then `path`; words that are left over are reported. */
function placeWords(
  words: readonly string[],
  into: Sink & {
    readonly parameters: readonly Parameter[];
    readonly values: Record<string, Json>;
  },
): readonly string[] {
  const { parameters, values, broken } = into;
  const free = wordOrder(parameters).filter(({ name }) => values[name] === undefined);
  const extra: string[] = [];
  for (const text of words) {
    const next = free[0];
    if (!next) {
      extra.push(text);
      continue;
    }
    put(values, next, { text, broken });
    // A list takes every word that is left, unless something else waits for one.
    if (next.kind !== "list" || free.length > 1) free.shift();
  }
  return extra;
}

/**
 * Words as they are with every `name=value` that names a parameter turned into an option; null where there is none. It is what some
 * other programs take, and here only a guess to show: a plain word may have that form by itself.
 */
export function namedWords(
  typed: readonly string[],
  parameters: readonly Parameter[],
): readonly string[] | null {
  const named = typed.map((word) => {
    const at = word.indexOf("=");
    const found = at > 0 && !isOption(word) ? findParameter(word.slice(0, at), parameters) : null;
    return found === null ? word : `--${optionName(found.parameter.name)}${word.slice(at)}`;
  });
  return named.some((word, at) => word !== typed[at]) ? named : null;
}

function isOption(word: string): boolean {
  return word.startsWith("--") && word.length > 2;
}

function splitOption(word: string): readonly [name: string, inline: string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word.slice(2), undefined] : [word.slice(2, at), word.slice(at + 1)];
}

/** An unknown option took the next word with it, unless that word is an option itself. */
function valueAfter(typed: readonly string[], at: number): string | null {
  const next = typed[at + 1];
  return next === undefined || isOption(next) ? null : next;
}

/** `--old-string` means `old_string`; `--no-replace-all` means that it is false. */
function findParameter(
  typed: string,
  parameters: readonly Parameter[],
): { readonly parameter: Parameter; readonly isNegated: boolean } | null {
  const find = (name: string): Parameter | undefined =>
    parameters.find((parameter) => parameter.name === name) ??
    parameters.find((parameter) => optionName(parameter.name) === optionName(name));
  const plain = find(typed);
  if (plain) return { parameter: plain, isNegated: false };
  const negated = typed.startsWith("no-") ? find(typed.slice(3)) : undefined;
  return negated?.kind === "boolean" ? { parameter: negated, isNegated: true } : null;
}

export function readJsonArguments(text: string): ReadArguments {
  try {
    const value = JSON.parse(text) as Json;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { ...NOTHING, values: value as JsonObject };
    return failed("must be a JSON object.");
  } catch (error) {
    return failed(`are not JSON: ${reasonOf(error)}`);
  }
}

function failed(reason: string): ReadArguments {
  return { ...NOTHING, broken: [{ where: "The arguments", reason }] };
}

const NOTHING: ReadArguments = { typed: [], values: {}, unknown: [], extra: [], broken: [] };

/** The parser's own words, without the text it read: that may be a secret. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message
    .replace(/, ".*$/s, "")
    .replace(/ in JSON/, "")
    .replace(/\.$/, "")}.`;
}
