/** Reads a command by its program's row alone: floors, unit, option values, operands. Without a row it is one command. */
import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramRow } from "../knowledge/program-row.ts";
import { runsByName } from "../knowledge/running-options.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { addWanted } from "../resources/add-wanted.ts";
import { innerCommands } from "./inner/inner-commands.ts";
import { applyOperands } from "./options/operand-effects.ts";
import {
  applyOptions,
  derived,
  optionFloors,
  runsProgram,
  writesByOption,
} from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";
import { wantedBy } from "./read-wants.ts";

export function readByRow(
  context: CommandContext,
  call: Invocation,
  known: Compiled<ProgramRow> | undefined,
): void {
  if (!known) return void readUnknown(context, call);
  const { row } = known;
  const scanned = scanOptions(call.words.slice(1), known);
  const { options } = scanned;
  // `vim +cmd`, `less +!cmd`: what it does first; a place to go to runs nothing.
  const plus = row.names.startsWith("vim") ? /^\+\D/ : /^\+.*[!|#v]/s;
  const isEditor =
    /^(?:vim|less)/.test(row.names) && call.words.some(({ text }) => plus.test(text));
  const runs = options.some(({ meaning }) => meaning === "floor");
  const unitIndex = emitUnit(context, call, {
    alternates: runs ? innerCommands(context, call.words) : [],
    floors: [...optionFloors(call, options), ...(isEditor ? [runsProgram(call, "+command")] : [])],
    unreadProgram: isEditor || options.some(({ meaning }) => meaning === "code"),
    effect:
      row.readsOnly && !writesByOption(options) && !writesLast(row, scanned.operands)
        ? "read"
        : undefined,
  });
  const scope = applyOptions(context, call, { options, unitIndex });
  applyOperands(context, { row, scanned, scope, unitIndex });
}

/** `uniq in out`. */
function writesLast({ operands }: ProgramRow, given: readonly unknown[]): boolean {
  return operands === "copy" && given.length > 1;
}

/** A program that no row explains: while nothing holds it, whatever its words name counts. */
function readUnknown(context: CommandContext, call: Invocation): void {
  const [, ...words] = call.words;
  const runs = words.filter(
    ({ text }) => text.startsWith("-") && runsByName(text.split("=")[0] ?? ""),
  );
  const wanted = wantedBy(context, call);
  const unitIndex = emitUnit(context, call, {
    alternates: innerCommands(context, call.words),
    floors: runs.map(({ text }) => runsProgram(call, text.split("=")[0] ?? "")),
    effect: wanted?.effect,
  });
  if (wanted) addWanted(context, wanted.hosts, unitIndex);
  const provenance = derived("operand", unitIndex);
  addLooseWords(context, {
    words,
    provenance,
    scope: call.scope,
    trees: true,
    unknownProgram: true,
    mayWrite: true,
  });
}
