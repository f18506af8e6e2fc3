/** Interpreters: code on the line, or from standard input, is a floor; a script is named by the rule that allows it. */

import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramSpec } from "../knowledge/program-spec.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { applyOptions, holdsCode, optionFloors, runsProgram } from "./option-effects.ts";
import { looseArguments } from "./read-by-row.ts";
import { scanOptions } from "./scan-options.ts";

const ASKS_ONLY = /^(?:-[vVh]|--version|--help|-version|--v8-options|--check)$/;

/** Reads a command of an interpreter. */
export function readInterpreter(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec>,
): void {
  const words = call.words.slice(1);
  const scanned = scanOptions(words, { ...row, dashes: row.spec.dashes, stopAtOperand: true });
  const module = scanned.options.some(({ meaning }) => meaning === "module");
  const script = scanned.operands[0];
  const floors = [...optionFloors(call, scanned.options)];
  const asks = words.length > 0 && words.every((word) => ASKS_ONLY.test(word.text));
  let unreadProgram = holdsCode(scanned.options);
  if (!module && !asks && floors.length === 0) {
    if (!script || script.text === "-" || script.text === "/dev/stdin")
      floors.push(runsProgram(call, "without a script"));
    else if (script.dynamic || script.pipe)
      floors.push(runsProgram(call, "with a script that is not known"));
    unreadProgram = floors.length > 0;
  }
  const unitIndex = emitUnit(context, call, { floors, unreadProgram });
  applyOptions(context, call, { options: scanned.options, unitIndex });
  // The script, and what it is given.
  addLooseWords(context, { ...looseArguments(call, unitIndex), words: scanned.operands });
}
