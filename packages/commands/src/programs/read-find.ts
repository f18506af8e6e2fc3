/** find: start points, what they run for each file, and the files they write. */
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile } from "../resources/add-file.ts";
import { dynamicWord, type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { derived, runsProgram } from "./options/option-effects.ts";

const ACTS = /^-(?:exec|execdir|ok|okdir|delete)$/;
const WRITES = /^-(?:fprint|fprint0|fls|fprintf)$/;

export function readFind(context: CommandContext, call: Invocation): void {
  const [, ...words] = call.words;
  const first = words.findIndex(({ text }, at) => /^[-(!,)]/.test(text) && !isGlobal(words, at));
  const expression = first === -1 ? [] : words.slice(first);
  const starts = words
    .slice(0, first === -1 ? words.length : first)
    .filter((_, at) => !isGlobal(words, at))
    // What is only known when it runs may be a further start.
    .concat(expression.filter(({ dynamic, splits }) => dynamic && splits));
  const acts = expression.filter(({ text }) => ACTS.test(text));
  const written = valuesOf(expression, WRITES);
  const deletes = acts.some(({ text }) => text === "-delete");
  const unitIndex = emitUnit(context, call, {
    floors: acts.map(({ text }) => runsProgram(call, text)),
    ...(written.length === 0 ? { effect: "read" as const } : {}),
  });
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  for (const word of starts.length > 0 ? starts : [literalWord(".")]) {
    addFile(context, word, { ...file, access: "read", tree: true, look: "list" });
    // On a view it is judged by what it really took away.
    if (deletes && context.world.exposed)
      addFile(context, word, { ...file, access: "write", tree: true });
  }
  for (const word of written) addFile(context, word, { ...file, access: "write" });
  for (const word of valuesOf(expression, /^-files0-from$/))
    addFile(context, word, { ...file, access: "read" });
  for (let at = 0; at < expression.length; at += 1) {
    const { text } = expression[at] as ExpandedWord;
    if (!ACTS.test(text) || text === "-delete") continue;
    const command = commandAt(expression, at + 1);
    context.readWords(command, { ...call.scope, inWords: true });
    // What stands in a command is its own, also where it looks like another one.
    at += command.length;
  }
}

/** `-L`, `-O3`, and `-D` with its value. */
function isGlobal(words: readonly ExpandedWord[], at: number): boolean {
  return /^-(?:[HLPD]|O.*)$/.test(words[at]?.text ?? "") || words[at - 1]?.text === "-D";
}

function valuesOf(words: readonly ExpandedWord[], option: RegExp): readonly ExpandedWord[] {
  return words.filter((_, at) => option.test(words[at - 1]?.text ?? ""));
}

function commandAt(words: readonly ExpandedWord[], from: number): readonly ExpandedWord[] {
  let end = from;
  while (end < words.length && !endsCommand(words, end)) end += 1;
  return words.slice(from, end).map(placeholder);
}

function endsCommand(words: readonly ExpandedWord[], at: number): boolean {
  const text = words[at]?.text;
  return text === ";" || (text === "+" && words[at - 1]?.text === "{}");
}

/** `{}` is a file that find comes across. */
function placeholder(word: ExpandedWord): ExpandedWord {
  return word.text.includes("{}") ? dynamicWord(word.text) : word;
}
