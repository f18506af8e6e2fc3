/** Reads a command by its program's row alone: floors, unit, option values, operands. */

import type { Compiled } from "../knowledge/book/command-book.ts";
import type { ProgramSpec } from "../knowledge/book/program-spec.ts";
import { RUNNERS } from "../knowledge/runners.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addLooseWords, addNamesFromInput, type LooseWords } from "../resources/add-loose-words.ts";
import { type ExpandedWord, isLiteral } from "../words/expanded-word.ts";
import { innerCommands } from "./inner-commands.ts";
import { addFolderReads } from "./options/add-folder-reads.ts";
import { applyUnpacking } from "./options/apply-unpacking.ts";
import { applyOperands } from "./options/operand-effects.ts";
import {
  applyOptions,
  derived,
  holdsCode,
  optionFloors,
  writesByOption,
} from "./options/option-effects.ts";
import { type Scanned, scanOptions } from "./options/scan-options.ts";
import { searchFilter } from "./options/search-filter.ts";

/** Reads a command by its row alone; without a row it is a unit and nothing else. */
export function readByRow(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec> | undefined,
): number {
  const inner = innerCommand(call);
  const alternates = [
    ...(inner.length > 0 ? [inner, ...innerCommands(context, inner)] : []),
    ...(row ? [] : innerCommands(context, call.words)),
  ];
  if (!row) {
    const unitIndex = emitUnit(context, call, { alternates });
    const loose = looseArguments(call, unitIndex);
    addLooseWords(context, { ...loose, trees: true, unknownProgram: true, mayWrite: "likely" });
    for (const words of [call.words, inner])
      addFolderReads(context, words, { scope: call.scope, unitIndex });
    return unitIndex;
  }
  const { spec, options, long } = row;
  const scanned = scanOptions(call.words.slice(1), { options, long, dashes: spec.dashes });
  const extra = spec.reader === "vim" ? plusCommands(call, /^\+\D/) : lessCommands(spec, call);
  const code =
    spec.operands?.last === "code" && scanned.operands.length > 1
      ? [{ name: "with a program text", meaning: "code" as const }]
      : [];
  const floors = optionFloors(call, [...scanned.options, ...extra, ...code]);
  const unreadProgram =
    holdsCode([...scanned.options, ...extra]) || (code.length > 0 && !isQuery(scanned.operands));
  const writes =
    writesByOption(scanned.options) ||
    (spec.operands?.last === "write" && scanned.operands.length > 1);
  const unitIndex = emitUnit(context, call, {
    alternates,
    floors,
    unreadProgram,
    effect: writes ? undefined : spec.effect,
  });
  const changes = spec.effect !== "read";
  const { options: taken } = scanned;
  const scope = applyOptions(context, call, { options: taken, unitIndex, valuesMayName: changes });
  for (const words of [call.words, inner]) addFolderReads(context, words, { scope, unitIndex });
  if (spec.namesFromInput)
    addNamesFromInput(context, { ...looseArguments(call, unitIndex), trees: true });
  if (spec.unpacks)
    applyUnpacking(context, call, { spec: spec.unpacks, scanned, scope, unitIndex });
  const loose = { ...looseArguments(call, unitIndex), words: scanned.operands, scope };
  if (spec.operands && spec.operands.as !== "none") {
    const only = searchFilter(spec.names, scanned.options);
    const follows = followsLinks(spec, scanned.options);
    applyOperands(context, { operands: spec.operands, scanned, scope, unitIndex, only, follows });
    if (spec.names === "yq") addExpression(context, loose);
    // What only looks is known word by word; a larger program has forms of its own (`file=@x`, `@list`).
    const words = scanned.operands.slice(spec.operands.skip ?? 0);
    if (changes && !PLAIN_OPERANDS.has(spec.operands.as))
      addLooseWords(context, { ...loose, words, insideOnly: true });
  } else if (!spec.operandsAreText)
    addLooseWords(context, {
      ...loose,
      ...(changes ? { mayWrite: "likely" as const, unknownProgram: true } : {}),
      ...(spec.operandsAreTrees ? { trees: true } : {}),
    });
  return unitIndex;
}

function followsLinks({ follows }: ProgramSpec, options: Scanned["options"]): boolean {
  return follows === true || options.some(({ name }) => follows?.test(name) === true);
}

/** The expression of yq may load files; alone it may be the name of one. */
function addExpression(context: CommandContext, loose: LooseWords): void {
  const [expression, ...files] = loose.words;
  if (!expression) return;
  const isAlone = files.length === 0;
  addLooseWords(context, { ...loose, words: [expression], insideOnly: !isAlone });
  const { text } = expression;
  if (
    context.world.exposed &&
    /\bload\w*\s*\(/.test(text) &&
    !/\bload\w*\s*\(\s*"[^"]*"\s*\)/.test(text)
  )
    context.reading.addUnknown(text, "it loads files that are only known when it runs");
}

/** Operands that are made, changed or looked at under their whole name. */
const PLAIN_OPERANDS: ReadonlySet<string> = new Set(["write", "write-tree", "name", "listed"]);

/** Every word after the name, for a command that no row explains. */
export function looseArguments(call: Invocation, unitIndex: number): LooseWords {
  const provenance = derived("operand", unitIndex);
  return { words: call.words.slice(1), provenance, scope: call.scope };
}

/** Statements of a database that stay inside it: of its own commands only those that show, and no function that leads out. */
function isQuery(operands: readonly ExpandedWord[]): boolean {
  return operands
    .slice(1)
    .every(
      (word) =>
        isLiteral(word) &&
        !/\b(?:edit|load_extension)\b/i.test(word.text) &&
        word.text.split("\n").every((line) => !/^\s*\./.test(line) || SHOWING.test(line)),
    );
}

const SHOWING =
  /^\s*\.(?:databases|dbinfo|dump|exit|explain|fullschema|headers?|help|indexes|indices|mode|nullvalue|quit|schema|separator|show|stats|tables|timer|version|width)(?:\s[^|]*)?$/;

/** `less +!cmd`: what it does first, which may start a program; a place to go to does not. */
function lessCommands({ names }: ProgramSpec, call: Invocation): ReturnType<typeof plusCommands> {
  return names === "less" ? plusCommands(call, /^\+.*[!|#v]/s) : [];
}

/** `vim +cmd`. */
function plusCommands(
  call: Invocation,
  runs: RegExp,
): readonly { readonly name: string; readonly meaning: "code" }[] {
  return call.words
    .slice(1)
    .filter((word) => runs.test(word.text))
    .map(() => ({ name: "+command", meaning: "code" as const }));
}

/** The command that a package runner runs: `poetry run rm …` is `rm …` too, for what denies. */
function innerCommand(call: Invocation): Invocation["words"] {
  const [name, sub] = call.words;
  const runners =
    name && isLiteral(name) && Object.hasOwn(RUNNERS, name.text) ? RUNNERS[name.text] : undefined;
  if (!runners || !sub || !runners.includes(sub.text)) return [];
  const start = call.words.findIndex((word, index) => index > 1 && !word.text.startsWith("-"));
  return start === -1 ? [] : call.words.slice(start);
}
