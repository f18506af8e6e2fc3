/** One field of a server's form: how it is asked, and how an answer is read back into the value that the server wants. */

import type { Json, ToolQuestion } from "@toolplane/contract";
import { showOnLine } from "@toolplane/readings";

export interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
  /** Anything can be typed into it, a secret too. */
  readonly isOpen: boolean;
  /** Every text of it, for the judge of what is asked for. */
  readonly texts: readonly string[];
  readonly question: ToolQuestion;
  readonly fallback: Json | undefined;
  /** The value, or null where the words are none; undefined where nothing was said. */
  read(words: readonly string[]): Json | null | undefined;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_LABEL = 120;
const MAX_TEXT = 500;
const MAX_CHOICES = 100;

export function readFormField(name: string, given: Fields, isRequired: boolean): FormField | null {
  const title = textOrNull(given.title) ?? name;
  const description = textOrNull(given.description) ?? "";
  const isMany = given.type === "array";
  const choices = choicesOf(isMany ? given.items : given);
  if (choices === null || (isMany && choices.length === 0)) return null;
  const isYesNo = given.type === "boolean";
  const options = isYesNo ? YES_NO : choices;
  const read = readerOf(given, options, isMany);
  if (read === null) return null;
  const fallback = given.default as Json | undefined;
  return {
    name,
    isRequired,
    isOpen: options.length === 0 && isWide(given),
    texts: [name, title, description],
    fallback,
    question: {
      header: showOnLine(title, MAX_LABEL),
      question: questionText({ title, description, isRequired, fallback }),
      ...(options.length === 0 ? {} : { options: options.map(({ label }) => ({ label })) }),
      ...(isMany ? { multi_select: true } : {}),
    },
    read: (words) => (words.every((word) => word.trim() === "") ? undefined : read(words)),
  };
}

/** Dates and small numbers hold no secret. */
function isWide({ type, format, minimum, maximum }: Fields): boolean {
  if (type === "string") return format !== "date" && format !== "date-time";
  const isBound = typeof minimum === "number" && typeof maximum === "number";
  return !isBound || maximum - minimum >= SMALL;
}

const SMALL = 1_001;

const YES_NO: readonly Choice[] = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

function questionText(field: {
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly fallback: Json | undefined;
}): string {
  const { title, description, isRequired, fallback } = field;
  const text = description === "" ? title : `${title}: ${description}`;
  const otherwise =
    fallback === undefined
      ? isRequired
        ? ""
        : " (may be left empty)"
      : ` (left empty: ${JSON.stringify(fallback)})`;
  return showOnLine(`${text}${otherwise}`, MAX_TEXT);
}

function readerOf(
  given: Fields,
  choices: readonly Choice[],
  isMany: boolean,
): ((words: readonly string[]) => Json | null) | null {
  const choose = (word: string): string | null =>
    choices.find(({ label, value }) => label === word || value === word)?.value ?? null;
  if (isMany)
    return (words) => {
      const chosen = words.map(choose);
      return chosen.includes(null) ? null : (chosen as string[]);
    };
  const one = (read: (word: string) => Json | null) => (words: readonly string[]) =>
    words.length === 1 ? read(words[0] as string) : null;
  if (given.type === "boolean")
    return one((word) => {
      const chosen = choose(word);
      return chosen === null ? null : chosen === "true";
    });
  if (given.type === "number" || given.type === "integer")
    return one((word) => readNumber(word, given.type === "integer"));
  if (given.type === "string") return one(choices.length === 0 ? (word) => word : choose);
  return null;
}

function readNumber(word: string, isWhole: boolean): number | null {
  const value = Number(word.trim());
  return Number.isFinite(value) && (!isWhole || Number.isInteger(value)) ? value : null;
}

/** The forms in which the protocol writes a choice; an empty list where there is none, null where it cannot be read. */
function choicesOf(given: unknown): readonly Choice[] | null {
  if (typeof given !== "object" || given === null) return [];
  const { enum: values, enumNames, oneOf, anyOf } = given as Fields;
  const titled = oneOf ?? anyOf;
  const choices = Array.isArray(titled)
    ? titled.map((item: Fields) => choiceOf(item?.const, item?.title))
    : Array.isArray(values)
      ? values.map((value, index) =>
          choiceOf(value, Array.isArray(enumNames) ? enumNames[index] : undefined),
        )
      : [];
  const read = choices.filter((choice) => choice !== null);
  const labels = new Set(read.map(({ label }) => label));
  const isPlain = read.length === choices.length && labels.size === read.length;
  return isPlain && read.length <= MAX_CHOICES ? read : null;
}

function choiceOf(value: unknown, title: unknown): Choice | null {
  if (typeof value !== "string") return null;
  return { value, label: showOnLine(textOrNull(title) ?? value, MAX_LABEL) };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
