/**
 * Splits the words of a command into options with their values, and operands, the way getopt does: `--` ends options,
 * long names may be abbreviated and take `=`, short ones are bundled and take the rest of their word.
 *
 * Doubt is settled towards more: an abbreviation that could be several options is the one that matters most, an option
 * nobody listed takes no value, and a dynamic word is an operand.
 */
import type { OptionMeaning } from "../../knowledge/book/command-book.ts";
import { dynamicWord, type ExpandedWord, literalWord } from "../../words/expanded-word.ts";

export interface GivenOption {
  readonly name: string;
  readonly meaning: OptionMeaning;
  readonly value?: ExpandedWord;
}

/** The reading of a command's words. */
export interface Scanned {
  readonly options: readonly GivenOption[];
  readonly operands: readonly ExpandedWord[];
  /** Where the first operand stands among the words, or their number. */
  readonly firstOperand: number;
}

export interface ScanPlan {
  readonly options: ReadonlyMap<string, OptionMeaning>;
  readonly long: readonly string[];
  readonly dashes?: "single" | undefined;
  /** Stop at the first operand: the rest belongs to another command. */
  readonly stopAtOperand?: boolean;
}

const WITHOUT_VALUE: ReadonlySet<OptionMeaning> = new Set([
  "flag",
  "floor",
  "recursive",
  "creates",
  "lists",
  "spares",
  "nothing",
]);
/** Values in which nobody looks for a name. */
const TEXTS: ReadonlySet<OptionMeaning> = new Set([
  ...(["value", "attached", "subject", "code", "text", "split", "data", "form"] as const),
]);
const ATTACHED_ONLY: ReadonlySet<OptionMeaning> = new Set(["attached", "floor-attached"]);
const RUNNING: ReadonlySet<OptionMeaning> = new Set([
  "exec",
  "text",
  "split",
  "code",
  "floor",
  "floor-value",
  "config",
]);
/** Letters of one word behind which a value is looked for. */
const MAX_DOUBTFUL = 4;
/** From what matters most, for abbreviations that could be several. */
const WEIGHT: readonly OptionMeaning[] = [
  "exec",
  "text",
  "split",
  "code",
  "floor",
  "floor-value",
  "floor-attached",
  "config",
  "write",
  "read",
  "in",
  "into",
  "url",
  "proxy",
];

/** Scans words (without the command's name). */
export function scanOptions(words: readonly ExpandedWord[], plan: ScanPlan): Scanned {
  const options: GivenOption[] = [];
  const operands: ExpandedWord[] = [];
  let firstOperand = words.length;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as ExpandedWord;
    if (word.text === "--" && !word.dynamic) {
      firstOperand = Math.min(firstOperand, at + 1);
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!word.text.startsWith("-") || word.text === "-") {
      firstOperand = Math.min(firstOperand, at);
      if (plan.stopAtOperand) {
        operands.push(...words.slice(at));
        break;
      }
      operands.push(word);
      continue;
    }
    at += readOption(word, words.slice(at + 1, at + 3), plan, options);
    // `python -m zipfile -c`: what follows a module is the module's.
    if (plan.stopAtOperand && options.at(-1)?.meaning === "module") {
      firstOperand = Math.min(firstOperand, at + 1);
      operands.push(...words.slice(at + 1));
      break;
    }
  }
  return { options, operands, firstOperand };
}

/** Reads one option word; gives how many of the following words it took. */
function readOption(
  word: ExpandedWord,
  next: readonly ExpandedWord[],
  plan: ScanPlan,
  options: GivenOption[],
): number {
  const { text } = word;
  if (text.startsWith("--") || plan.dashes === "single") {
    const equals = text.indexOf("=");
    const name = equals === -1 ? text : text.slice(0, equals);
    const meaning = findLong(name, plan);
    if (meaning !== undefined || text.startsWith("--"))
      return add(
        {
          name,
          meaning: meaning ?? "flag",
          attached: equals === -1 ? undefined : part(word, equals + 1),
        },
        next,
        options,
      );
  }
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text[at]}`;
    const listed = plan.options.get(name);
    const meaning = listed ?? "flag";
    if (WITHOUT_VALUE.has(meaning)) {
      // Of a letter that nobody listed the rest may be its value (`-Z.env`), or further letters: both count.
      const mayHold = listed === undefined && at <= MAX_DOUBTFUL && at + 1 < text.length;
      options.push({ name, meaning, ...(mayHold ? { value: part(word, at + 1) } : {}) });
      continue;
    }
    const attached = at + 1 < text.length ? part(word, at + 1) : undefined;
    // `-overlay=x`: some programs write long names with one dash, so the letter may be none.
    const equals = at === 1 ? text.indexOf("=", 3) : -1;
    if (equals !== -1 && !TEXTS.has(meaning))
      options.push({ name: text.slice(0, equals), meaning: "flag", value: part(word, equals + 1) });
    if (attached === undefined || !ATTACHED_ONLY.has(meaning))
      return add({ name, meaning, attached }, next, options);
    options.push({ name, meaning, value: attached });
    // `perl -lane`: whether the letters are a value or further options only the program knows; those that run things count.
    at = nextRunning(text, at + 1, plan) - 1;
  }
  return 0;
}

/** Where the next letter stands that runs something; the end of the word when there is none. */
function nextRunning(text: string, from: number, plan: ScanPlan): number {
  for (let at = from; at < text.length; at += 1)
    if (RUNNING.has(plan.options.get(`-${text[at]}`) ?? "flag")) return at;
  return text.length;
}

function add(
  option: {
    readonly name: string;
    readonly meaning: OptionMeaning;
    readonly attached: ExpandedWord | undefined;
  },
  next: readonly ExpandedWord[],
  options: GivenOption[],
): number {
  const { name, meaning, attached } = option;
  if (attached !== undefined) {
    options.push({ name, meaning, value: attached });
    return meaning.startsWith("named") ? addNamed(option, next, options) : 0;
  }
  if (WITHOUT_VALUE.has(meaning) || ATTACHED_ONLY.has(meaning)) {
    options.push({ name, meaning });
    return 0;
  }
  if (meaning.startsWith("named")) return 1 + addNamed(option, next.slice(1), options);
  const value = next[0];
  options.push({ name, meaning, ...(value ? { value } : {}) });
  return value ? 1 : 0;
}

function addNamed(
  { name, meaning }: { readonly name: string; readonly meaning: OptionMeaning },
  next: readonly ExpandedWord[],
  options: GivenOption[],
): number {
  const value = next[0];
  if (!value) return 0;
  options.push({ name, meaning: meaning === "named-read" ? "read" : "value", value });
  return 1;
}

function findLong(name: string, { options, long }: ScanPlan): OptionMeaning | undefined {
  const exact = options.get(name);
  if (exact !== undefined || !name.startsWith("--") || name.length < 3) return exact;
  const candidates = long
    .filter((each) => each.startsWith(name))
    .map((each) => options.get(each) ?? "flag");
  if (candidates.length === 0) return undefined;
  return WEIGHT.find((meaning) => candidates.includes(meaning)) ?? candidates[0];
}

/** The rest of a word from a place on. */
function part(word: ExpandedWord, from: number): ExpandedWord {
  const text = word.text.slice(from);
  if (word.dynamic) return /[$`]/.test(text) || text === "" ? dynamicWord(text) : literalWord(text);
  if (word.pattern === undefined) return literalWord(text);
  // A glob in an option's value: bash matches the whole word, so what it becomes is not known.
  return /[*?[]/.test(text) ? dynamicWord(text) : literalWord(text);
}
