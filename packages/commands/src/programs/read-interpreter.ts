/** Interpreters: code on the line, or from standard input, is a floor; a script is named by the rule that allows it. */

import type { Compiled } from "../knowledge/book/command-book.ts";
import type { ProgramSpec } from "../knowledge/book/program-spec.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { streamOf } from "../words/stream-number.ts";
import { addFolderReads } from "./options/add-folder-reads.ts";
import { applyOptions, holdsCode, optionFloors, runsProgram } from "./options/option-effects.ts";
import { type Scanned, scanOptions } from "./options/scan-options.ts";
import { looseArguments } from "./read-by-row.ts";
import { languageOf, startsNothing } from "./starts-nothing.ts";

const ASKS_ONLY = /^(?:-[vVh]|--version|--help|-version|--v8-options)$/;

/** Reads a command of an interpreter. */
export function readInterpreter(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec>,
): void {
  const words = call.words.slice(1);
  const scanned = scanOptions(words, { ...row, dashes: row.spec.dashes, stopAtOperand: true });
  const module = scanned.options.find(({ meaning }) => meaning === "module");
  const script = scanned.operands[0];
  const floors = [...optionFloors(call, scanned.options)];
  const asks = words.length > 0 && words.every((word) => ASKS_ONLY.test(word.text));
  // A look at a script's grammar runs nothing of it, and no other option can bring in code beside it.
  const checks = scanned.options.some(({ name }) => name === "--check");
  // `node --test` looks for its scripts itself, and reads no other input.
  const tests = !script && scanned.options.some(({ name }) => name === "--test");
  const takesCode = module !== undefined && !isKnownModule(module.value);
  if (takesCode) floors.push(runsProgram(call, "-m with code"));
  let unreadProgram = holdsCode(scanned.options) || takesCode;
  // `python3 -i` reads its input behind a script too.
  const isOpen = scanned.options.every(({ meaning }) => meaning !== "code");
  if (isOpen && scanned.options.some(({ name }) => /^-i|^--interactive/.test(name)))
    unreadProgram = true;
  if (isEvaluated(call, script)) {
    floors.push(runsProgram(call, "eval"));
    unreadProgram = true;
  }
  if (!module && !asks && !checks && !tests && floors.length === 0) {
    if (!script || script.text === "-" || streamOf(context, script.text, call.scope) !== null)
      floors.push(runsProgram(call, "without a script"));
    else if (script.dynamic || script.pipe)
      floors.push(runsProgram(call, "with a script that is not known"));
    unreadProgram = floors.length > 0;
  }
  if (unreadProgram) unreadProgram = !isPlain(context, call, scanned);
  const unitIndex = emitUnit(context, call, { floors, unreadProgram });
  applyOptions(context, call, { options: scanned.options, unitIndex });
  addFolderReads(context, call.words, { scope: call.scope, unitIndex });
  // The script, and what it is given.
  addLooseWords(context, {
    ...looseArguments(call, unitIndex),
    words: scanned.operands,
    mayWrite: module ? "all" : "likely",
    unknownProgram: true,
    trees: module !== undefined && isArchiver(module.value),
  });
  // A server shows the folder that it is started in.
  if (module !== undefined && isServer(module.value))
    addLooseWords(context, { ...looseArguments(call, unitIndex), ...HERE });
}

/** `deno eval text`: a use of its own for code on the line, and one that reads it. */
function isEvaluated({ words }: Invocation, script: ExpandedWord | undefined): boolean {
  return /(?:^|\/)deno$/.test(words[0]?.text ?? "") && /^(?:eval|repl)$/.test(script?.text ?? "");
}

const HERE = { words: [literalWord(".")], trees: true } as const;

/** Modules of Python that pack a folder with everything below it. */
function isArchiver(name: ExpandedWord | undefined): boolean {
  return name !== undefined && /^(?:tarfile|zipfile|zipapp|http\.server)$/.test(name.text);
}

function isServer(name: ExpandedWord | undefined): boolean {
  return name?.text === "http.server";
}

/** Modules that run what they are given as text; one that is not known could be one of them. */
const CODE_MODULES: ReadonlySet<string> = new Set(["timeit", "pdb", "code", "asyncio", "idlelib"]);

function isKnownModule(name: ExpandedWord | undefined): boolean {
  return name !== undefined && isLiteral(name) && !CODE_MODULES.has(name.text);
}

/** Whether all the code that it is given stands in the line, and can be seen to start nothing. */
function isPlain(
  context: CommandContext,
  call: Invocation,
  { options, operands }: Scanned,
): boolean {
  const language = languageOf((call.words[0]?.text ?? "").split("/").at(-1) ?? "");
  const codes = codesOf(context, call, { options, operands });
  if (language === null || codes === null) return false;
  // perl opens what it is given, and a name that ends in a pipe is a command to it.
  if (language === "perl" && operands.some((word) => word.dynamic || /[|<>]/.test(word.text)))
    return false;
  const isOwnModule = (name: string) => isBeside(context, call, name);
  return codes.every((text) => startsNothing({ language, text, isOwnModule }));
}

function codesOf(
  context: CommandContext,
  { scope }: Invocation,
  { options, operands }: Pick<Scanned, "options" | "operands">,
): readonly string[] | null {
  if (options.some(({ meaning }) => OTHER_CODE.has(meaning))) return null;
  const given = options.filter(({ meaning }) => meaning === "code");
  if (given.length > 0) {
    const texts = given.flatMap(({ value }) => (value && isLiteral(value) ? [value.text] : []));
    return texts.length === given.length ? texts : null;
  }
  const [script] = operands;
  const fromInput = !script || script.text === "-" || streamOf(context, script.text, scope) === 0;
  const { stdin } = scope;
  return fromInput && stdin.kind === "text" && !stdin.shared ? [stdin.text] : null;
}

/** Options that bring in code from elsewhere. */
const OTHER_CODE: ReadonlySet<string> = new Set([
  ...["config", "exec", "floor", "floor-value", "floor-attached", "module"],
]);

/** A module of the folder it works in: a script, like one that is named. */
function isBeside({ world }: CommandContext, { scope }: Invocation, name: string): boolean {
  const [directory, ...more] = scope.where.now ?? [];
  if (!directory || more.length > 0 || name === "") return false;
  return [`${name}.py`, name].some((each) => {
    const path = world.path(`${directory.real}/${each}`, "read");
    return path.ok && (path.value.kind === "file" || path.value.kind === "directory");
  });
}
