/** find and fd: start points, what they run for each file, and the files they write. */
import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramRow } from "../knowledge/program-row.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile } from "../resources/add-file.ts";
import { dynamicWord, type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { applyOperands } from "./options/operand-effects.ts";
import { applyOptions, derived, optionFloors, runsProgram } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";

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

/** Reads an fd command: what follows `-x` is run. */
export function readFd(
  context: CommandContext,
  call: Invocation,
  known: Compiled<ProgramRow>,
): void {
  const at = call.words.findIndex(
    ({ text }, index) => index > 0 && /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?(?:=.*)?)$/s.test(text),
  );
  const scanned = scanOptions(call.words.slice(1, at === -1 ? undefined : at), known);
  const floors = [
    ...optionFloors(call, scanned.options),
    ...(at === -1 ? [] : [runsProgram(call, call.words[at]?.text ?? "-x")]),
  ];
  const unitIndex = emitUnit(context, call, { floors, effect: "read" });
  const scope = applyOptions(context, call, { options: scanned.options, unitIndex });
  applyOperands(context, { row: known.row, scanned, scope, unitIndex });
  if (at === -1) return;
  const attached = /=(.*)$/s.exec(call.words[at]?.text ?? "")?.[1];
  const own = attached === undefined ? [] : [literalWord(attached)];
  const run = commandAt([...own, ...call.words.slice(at + 1)], 0);
  const named = run.some((word) => word.dynamic) ? run : [...run, dynamicWord("{}")];
  if (run.length > 0) context.readWords(named, { ...call.scope, inWords: true });
}
