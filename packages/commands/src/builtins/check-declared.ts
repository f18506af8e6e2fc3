/**
 * Finds declarations that evaluate text. An integer variable evaluates whatever is ever assigned to it. A compound value is
 * expanded again even from inside quotes. A reference to another variable is not followed.
 */
import type { CommandContext, Invocation } from "../line/command-context.ts";
import type { LineFacts } from "../line/line-facts.ts";
import type { ExpandedWord } from "../words/expanded-word.ts";

const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=(.*)$/s;
const PLAIN_INTEGER = /^[-+]?\d+$/;

/** Makes the line opaque where a declaration would evaluate text. */
export function checkDeclared(context: CommandContext, call: Invocation): void {
  const { reading, facts } = context;
  const [name, ...words] = call.words;
  const flags = flagsOf(words);
  const { text } = call;
  if (flags.includes("?")) reading.addOpaque(text, "how it declares is only known when it runs");
  if (flags.includes("n") && name?.text !== "export" && name?.text !== "readonly")
    reading.addOpaque(text, "it makes a name stand for another variable");
  const operands = words.filter((word) => !isFlag(word));
  if (flags.includes("i") && !operands.every((word) => isPlainInteger(word, facts)))
    reading.addOpaque(text, "it evaluates what is put into an integer variable");
  const isArray = /[aA]/.test(flags);
  if (operands.some((word) => isCompound(word, isArray, facts)))
    reading.addOpaque(text, "it expands the value of an array once more");
}

function isFlag(word: ExpandedWord): boolean {
  return /^[-+]/.test(word.text);
}

/** The letters of all flags; `?` for a word that may be one, or anything else. */
function flagsOf(words: readonly ExpandedWord[]): string {
  return words
    .map((word) => {
      if (isFlag(word)) return word.dynamic ? "?" : word.text.startsWith("-") ? word.text : "";
      return word.dynamic && !ASSIGNMENT.test(word.text) ? "?" : "";
    })
    .join("");
}

/** `n=5`, and nothing else ever writes n. */
function isPlainInteger(word: ExpandedWord, facts: LineFacts): boolean {
  const [, name, value] = ASSIGNMENT.exec(word.text) ?? [];
  if (name === undefined || word.dynamic || !PLAIN_INTEGER.test(value ?? "")) return false;
  let others = 0;
  for (const writing of facts.writings.get(name) ?? []) {
    if (writing.kind !== "assigned") others += 1;
    else if (
      !PLAIN_INTEGER.test(writing.node.value.type === "Word" ? writing.node.value.text : "?")
    )
      return false;
  }
  return !facts.unseen && others <= 1;
}

function isCompound(word: ExpandedWord, isArray: boolean, facts: LineFacts): boolean {
  const [, name, value] = ASSIGNMENT.exec(word.text) ?? [];
  if (name === undefined) return false;
  // `a=(…)` as the shell's own syntax was read where it stands.
  if (word.array) return false;
  if (/^\(/.test(value ?? "")) return true;
  const mayBeArray =
    isArray || facts.unseen || facts.writings.get(name)?.some(({ kind }) => kind === "array");
  return word.dynamic && mayBeArray === true;
}
