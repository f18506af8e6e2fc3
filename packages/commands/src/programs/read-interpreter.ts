/** Interpreters: code on the line, or from standard input, is a floor; a script is named by the rule that allows it. */
import type { Compiled } from "../knowledge/command-book.ts";
import type { Meaning, ProgramRow } from "../knowledge/program-row.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addCodeWords, addLooseWords } from "../resources/add-loose-words.ts";
import { isLiteral, literalWord } from "../words/expanded-word.ts";
import { streamOf } from "../words/stream-number.ts";
import { applyOptions, derived, optionFloors, runsProgram } from "./options/option-effects.ts";
import { type Scanned, scanOptions } from "./options/scan-options.ts";
import { languageOf, startsNothing } from "./starts-nothing.ts";

/** It says something about itself, looks at a script's grammar, or looks for its scripts itself. */
const RUNS_NOTHING = /^(?:-[vVh]|--version|--help|-version|--check|--test)$/;
/** Modules that run what they are given as text; one that is not known could be one of them. */
const CODE_MODULES: ReadonlySet<string> = new Set(["timeit", "pdb", "code", "asyncio", "idlelib"]);

export function readInterpreter(
  context: CommandContext,
  call: Invocation,
  known: Compiled<ProgramRow>,
): void {
  const scanned = scanOptions(call.words.slice(1), { ...known, stopAtOperand: true });
  const { options, operands } = scanned;
  const has = (meaning: Meaning) => options.some((option) => option.meaning === meaning);
  const [script] = operands;
  const module = options.find(({ meaning }) => meaning === "module")?.value;
  const takesCode =
    has("module") && (!module || !isLiteral(module) || CODE_MODULES.has(module.text));
  // `deno eval text`: a use of its own for code on the line. `python3 -i` reads its input behind a script too.
  const evaluates =
    /^(?:eval|repl)$/.test(script?.text ?? "") && /deno$/.test(call.words[0]?.text ?? "");
  const opens = !has("code") && options.some(({ name }) => /^(?:-i|--interactive)$/.test(name));
  const isScript = script !== undefined && script.text !== "-" && !script.dynamic && !script.pipe;
  const isStream = isScript && streamOf(context, script.text, call.scope) !== null;
  const asks = script?.text !== "-" && options.some(({ name }) => RUNS_NOTHING.test(name));
  const isFed =
    !has("module") &&
    !has("code") &&
    !asks &&
    optionFloors(call, options).length === 0 &&
    (!isScript || isStream);
  const given = takesCode || evaluates || isFed;
  const unread = has("code") || given || opens;
  const unitIndex = emitUnit(context, call, {
    floors: [
      ...optionFloors(call, options),
      ...(given ? [runsProgram(call, "with code that is no script")] : []),
    ],
    unreadProgram: unread && !isPlain(context, call, scanned),
  });
  applyOptions(context, call, { options, unitIndex });
  // The script, and what it is given.
  const loose = {
    provenance: derived("operand", unitIndex),
    scope: call.scope,
    trees: has("module"),
  };
  addLooseWords(context, { ...loose, words: operands, mayWrite: true, unknownProgram: true });
  const codes = codesOf(context, call, scanned) ?? [];
  addCodeWords(context, { ...loose, words: codes.map(literalWord) });
  // A server shows the folder that it is started in.
  if (module?.text === "http.server")
    addLooseWords(context, { ...loose, words: [literalWord(".")] });
}

/** True when all the code that it is given is in the line, and can be seen to start nothing. */
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

/** Options that bring in code from elsewhere. */
const OTHER_CODE: ReadonlySet<Meaning> = new Set([
  "config",
  "exec",
  "floor",
  "floor-value",
  "module",
]);

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

/** A module of the folder it works in: a script, like one that is named. */
function isBeside({ world }: CommandContext, { scope }: Invocation, name: string): boolean {
  const [directory, ...more] = scope.where.now ?? [];
  if (!directory || more.length > 0 || name === "") return false;
  return [`${name}.py`, name].some((each) => {
    const path = world.path(`${directory.real}/${each}`, "read");
    return path.ok && (path.value.kind === "file" || path.value.kind === "directory");
  });
}
