/**
 * sed: its files, in-place editing, and whether its script only edits. A script with a command that runs a program or names a file
 * (`e`, `r`, `w`, the flags of `s`), or that is not understood, may do anything.
 */
import { compileOptions } from "../knowledge/command-book.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile } from "../resources/add-file.ts";
import { type ExpandedWord, isLiteral } from "../words/expanded-word.ts";
import { applyOptions, derived, optionFloors, runsProgram } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";

const OPTIONS = compileOptions({
  "-e --expression -l --line-length": "value",
  "-f --file": "config",
  "-i --in-place -I": "attached",
});

export function readSed(context: CommandContext, call: Invocation): void {
  const { options, operands } = scanOptions(call.words.slice(1), OPTIONS);
  const given = options.filter(({ name }) => name === "-e" || name.startsWith("--e"));
  const hasFile = options.some(({ meaning }) => meaning === "config");
  const scripts =
    given.length > 0 || hasFile ? given.map(({ value }) => value) : operands.slice(0, 1);
  const files = given.length > 0 || hasFile ? operands : operands.slice(1);
  const inPlace = options.some(
    ({ name }) => name === "-i" || name === "-I" || name.startsWith("--i"),
  );
  const onlyEdits = scripts.every((script) => isEdit(script));
  const unitIndex = emitUnit(context, call, {
    floors: [
      ...optionFloors(call, options),
      ...(onlyEdits ? [] : [runsProgram(call, "with this script")]),
    ],
    unreadProgram: !onlyEdits,
    ...(inPlace || !onlyEdits ? {} : { effect: "read" as const }),
  });
  applyOptions(context, call, { options, unitIndex });
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  for (const word of files) {
    addFile(context, word, { ...file, access: "read" });
    if (inPlace) addFile(context, word, { ...file, access: "write" });
  }
}

const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/[IM]*)`;
/** Both parts of `s` and `y`, between delimiters of any kind. */
const PARTS = String.raw`([^\\\n])(?:(?!\1)[^\\]|\\[\s\S])*\1(?:(?!\1)[^\\]|\\[\s\S])*\1`;
const COMMAND = new RegExp(
  [
    String.raw`^[\s;{}]*(?:#[^\n]*|$|(?:${ADDRESS}(?:\s*,\s*[+~]?${ADDRESS})?)?[\s!]*`,
    String.raw`(?:[sy]${PARTS}[gpiImM\d]*|[aic](?:[^\n\\]|\\[\s\S])*|[btT:][^\n;}]*|[lLqQ]\s*\d*|[{=dDgGhHnNpPxzF])`,
    String.raw`[ \t]*(?=[\n;}#]|$|(?<=\{)))`,
  ].join(""),
);

function isEdit(script: ExpandedWord | undefined): boolean {
  if (!script || !isLiteral(script)) return false;
  let { text } = script;
  while (text !== "") {
    const rest = text.replace(COMMAND, "");
    if (rest.length === text.length) return false;
    text = rest;
  }
  return true;
}
