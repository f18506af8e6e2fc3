/** find and fd: start points, what they run for each file, and the files they write. */
import type { ShellFloor } from "@toolplane/contract";
import type { Compiled } from "../knowledge/book/command-book.ts";
import type { ProgramSpec } from "../knowledge/book/program-spec.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile, type PickEntries } from "../resources/add-file.ts";
import { dynamicWord, type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { readDeleted } from "./find-deletes.ts";
import { applyOperands } from "./options/operand-effects.ts";
import { applyOptions, derived, optionFloors, runsProgram } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";

const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const WRITES = /^-(?:fprint|fprint0|fls|fprintf)$/;

interface Found {
  readonly starts: readonly ExpandedWord[];
  readonly commands: readonly (readonly ExpandedWord[])[];
  readonly written: readonly ExpandedWord[];
  readonly read: readonly ExpandedWord[];
  readonly floors: readonly ShellFloor[];
  readonly deletes: boolean;
  /** Which entries it may delete; null where nobody can say. */
  readonly pick: PickEntries | null;
  /** It goes on below what links lead to. */
  readonly follows: boolean;
}

export function readFind(context: CommandContext, call: Invocation): void {
  const found = readExpression(call);
  const quiet = found.written.length === 0 && !found.deletes;
  const unitIndex = emitUnit(context, call, {
    floors: found.floors,
    ...(quiet ? { effect: "read" as const } : {}),
  });
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  const starts = found.starts.length > 0 ? found.starts : [literalWord(".")];
  for (const word of starts) {
    addFile(context, word, { ...file, access: "read", tree: true, look: "list" });
    if (found.deletes)
      addFile(context, word, { ...file, access: "write", tree: true, pick: found.pick });
  }
  if (found.deletes && found.follows)
    context.reading.addUnknown("-delete", "it deletes below whatever links lead to");
  for (const word of found.written) addFile(context, word, { ...file, access: "write" });
  for (const word of found.read) addFile(context, word, { ...file, access: "read" });
  for (const words of found.commands) context.readWords(words, { ...call.scope, inWords: true });
}

function readExpression(call: Invocation): Found {
  const starts: ExpandedWord[] = [];
  const commands: (readonly ExpandedWord[])[] = [];
  const written: ExpandedWord[] = [];
  const read: ExpandedWord[] = [];
  const floors: ShellFloor[] = [];
  let deletes = false;
  let follows = false;
  let expression: number | null = null;
  for (let at = 1; at < call.words.length; at += 1) {
    const word = call.words[at] as ExpandedWord;
    const { text } = word;
    if (expression === null && /^-(?:[HLP]|D|O.*)$/.test(text)) {
      if (text === "-D") at += 1;
      if (text === "-L") follows = true;
      continue;
    }
    if (expression === null && !/^[-(!,)]/.test(text)) {
      starts.push(word);
      continue;
    }
    expression ??= at;
    const value = call.words[at + 1];
    if (RUNS.test(text)) {
      const end = endOfCommand(call.words, at + 1);
      commands.push(call.words.slice(at + 1, end).map(placeholder));
      floors.push(runsProgram(call, text));
      at = end;
    } else if (text === "-delete") {
      deletes = true;
      floors.push({ floor: "F1", reason: "find -delete removes what it finds." });
    } else if (text === "-follow") follows = true;
    else if (WRITES.test(text) && value) written.push(value);
    else if (text === "-files0-from" && value) read.push(value);
    else if (word.dynamic && word.splits) starts.push(word);
  }
  const pick = deletes && expression !== null ? readDeleted(call.words.slice(expression)) : null;
  return { starts, commands, written, read, floors, deletes, follows, pick };
}

function endOfCommand(words: readonly ExpandedWord[], from: number): number {
  for (let at = from; at < words.length; at += 1) {
    const text = words[at]?.text;
    if (text === ";" || (text === "+" && words[at - 1]?.text === "{}")) return at;
  }
  return words.length;
}

/** `{}` is a file that find comes across. */
function placeholder(word: ExpandedWord): ExpandedWord {
  return word.text.includes("{}") ? dynamicWord(word.text) : word;
}

/** Reads an fd command: what follows `-x` is run. */
export function readFd(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec>,
): void {
  const at = call.words.findIndex(
    (word, index) => index > 0 && /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?(?:=.*)?)$/s.test(word.text),
  );
  const own = at === -1 ? call.words : call.words.slice(0, at);
  const scanned = scanOptions(own.slice(1), row);
  const floors = [
    ...optionFloors(call, scanned.options),
    ...(at === -1 ? [] : [runsProgram(call, call.words[at]?.text ?? "-x")]),
  ];
  const unitIndex = emitUnit(context, call, { floors, effect: "read" });
  const scope = applyOptions(context, call, { options: scanned.options, unitIndex });
  if (row.spec.operands)
    applyOperands(context, { operands: row.spec.operands, scanned, scope, unitIndex });
  if (at === -1) return;
  const attached = /=(.*)$/s.exec(call.words[at]?.text ?? "")?.[1];
  const words = [
    ...(attached === undefined ? [] : [literalWord(attached)]),
    ...call.words.slice(at + 1),
  ];
  const end = words.findIndex((word) => word.text === ";");
  const run = (end === -1 ? words : words.slice(0, end)).map(placeholder);
  const named = run.some((word) => word.dynamic) ? run : [...run, dynamicWord("{}")];
  if (run.length > 0) context.readWords(named, { ...call.scope, inWords: true });
}
