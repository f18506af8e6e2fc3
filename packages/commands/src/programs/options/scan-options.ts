/**
 * Splits the words of a command into options with their values, and operands, the way getopt does: `--` ends options,
 * long names may be abbreviated and take `=`, short ones are bundled and take the rest of their word.
 *
 * Doubt is settled towards more: an abbreviation that could be several options is the one that runs something, an option
 * nobody listed takes no value, and a dynamic word is an operand.
 */
import type { Meaning, ProgramRow } from "../../knowledge/program-row.ts";
import { runsByName } from "../../knowledge/running-options.ts";
import { dynamicWord, type ExpandedWord, literalWord } from "../../words/expanded-word.ts";

export interface GivenOption {
  readonly name: string;
  readonly meaning: Meaning;
  readonly value?: ExpandedWord;
}

export interface Scanned {
  readonly options: readonly GivenOption[];
  readonly operands: readonly ExpandedWord[];
  /** Where the first operand stands among the words, or their number. */
  readonly firstOperand: number;
}

export interface ScanPlan {
  readonly options: ReadonlyMap<string, Meaning>;
  readonly long: readonly string[];
  readonly row?: Pick<ProgramRow, "names" | "dashes">;
  /** Stop at the first operand: the rest belongs to another command. */
  readonly stopAtOperand?: boolean;
}

const WITHOUT_VALUE: ReadonlySet<Meaning> = new Set([
  ...(["flag", "floor", "recursive", "creates", "lists", "spares", "nothing"] as const),
]);
/** From what matters most, for abbreviations that could be several. */
const WEIGHT: readonly Meaning[] = [
  "exec",
  "text",
  "split",
  "code",
  "floor-value",
  "config",
  "write",
];

/** Scans words (without the command's name). */
export function scanOptions(words: readonly ExpandedWord[], plan: ScanPlan): Scanned {
  const options: GivenOption[] = [];
  const operands: ExpandedWord[] = [];
  let firstOperand = words.length;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as ExpandedWord;
    const ends = word.text === "--" && !word.dynamic;
    const isOperand = !word.text.startsWith("-") || word.text === "-";
    if (ends || isOperand) firstOperand = Math.min(firstOperand, ends ? at + 1 : at);
    if (ends || (isOperand && plan.stopAtOperand)) {
      operands.push(...words.slice(ends ? at + 1 : at));
      break;
    }
    if (isOperand) operands.push(word);
    else at += readOption(word, words[at + 1], plan, options);
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
  next: ExpandedWord | undefined,
  plan: ScanPlan,
  options: GivenOption[],
): number {
  const { text } = word;
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const attached = equals === -1 ? undefined : part(word, equals + 1);
  const long = text.startsWith("--") || plan.row?.dashes === "single";
  const meaning = long ? findLong(name, plan) : undefined;
  if (meaning !== undefined) return add({ name, meaning, attached }, next, options);
  // Some programs write long names with one dash.
  if (text.startsWith("--") || (name.length > 4 && runsByName(name))) {
    const unlisted = runsByName(name) ? "floor" : "flag";
    options.push({ name, meaning: unlisted, ...(attached ? { value: attached } : {}) });
    return 0;
  }
  for (let at = 1; at < text.length; at += 1) {
    const letter = `-${text[at]}`;
    const rest = at + 1 < text.length ? part(word, at + 1) : undefined;
    const listed = plan.options.get(letter);
    if (listed !== undefined && !WITHOUT_VALUE.has(listed)) {
      if (rest === undefined || listed !== "attached")
        return add({ name: letter, meaning: listed, attached: rest }, next, options);
      // `perl -lane`: only the program knows whether the letters are a value; those that run things count.
      options.push({ name: letter, meaning: listed, value: rest });
      const more = [...text.slice(at + 1)].findIndex((each) =>
        isRunning(plan.options.get(`-${each}`)),
      );
      if (more === -1) return 0;
      at += more;
      continue;
    }
    // Of a letter that nobody listed the rest may be its value (`-Z.env`), or further letters: both count.
    options.push({
      name: letter,
      meaning: listed ?? "flag",
      ...(listed === undefined && rest ? { value: rest } : {}),
    });
  }
  return 0;
}

function isRunning(meaning: Meaning | undefined): boolean {
  return meaning !== undefined && WEIGHT.slice(0, 6).includes(meaning);
}

function add(
  {
    name,
    meaning,
    attached,
  }: Pick<GivenOption, "name" | "meaning"> & { readonly attached: ExpandedWord | undefined },
  next: ExpandedWord | undefined,
  options: GivenOption[],
): number {
  const takesNext = attached === undefined && !WITHOUT_VALUE.has(meaning) && meaning !== "attached";
  const value = takesNext ? next : attached;
  options.push({ name, meaning, ...(value ? { value } : {}) });
  return takesNext && next ? 1 : 0;
}

function findLong(name: string, { options, long }: ScanPlan): Meaning | undefined {
  const exact = options.get(name);
  if (exact !== undefined || !name.startsWith("--") || name.length < 3) return exact;
  const candidates = long
    .filter((each) => each.startsWith(name))
    .map((each) => options.get(each) ?? "flag");
  return WEIGHT.find((meaning) => candidates.includes(meaning)) ?? candidates[0];
}

/** The rest of a word from a place on. */
function part(word: ExpandedWord, from: number): ExpandedWord {
  const text = word.text.slice(from);
  // A glob in an option's value: bash matches the whole word, so what it becomes is not known.
  const unknown = word.dynamic
    ? /[$`]/.test(text) || text === ""
    : word.pattern !== undefined && /[*?[]/.test(text);
  return unknown ? dynamicWord(text) : literalWord(text);
}
