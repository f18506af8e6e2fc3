/** sed: commands and flags of its scripts that run programs or touch files, and in-place editing. */
import { compileOptions } from "../knowledge/command-book.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile } from "../resources/add-file.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { readNested } from "./inner/read-program-text.ts";
import { applyOptions, derived, optionFloors, runsProgram } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";
import { scanSedScript } from "./scan-sed-script.ts";

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
  const found = scripts.map((script) => readScript(script));
  const runs = found.some((each) => each === null || each.runs.length > 0);
  const floors = [
    ...optionFloors(call, options),
    ...(runs ? [runsProgram(call, "with this script")] : []),
  ];
  const writes = inPlace || found.some((each) => each === null || each.written.length > 0);
  const unitIndex = emitUnit(context, call, {
    floors,
    // The flag `e` runs what the input became.
    unreadProgram: found.some((each) => each === null || each.runs.includes("")),
    ...(writes ? {} : { effect: "read" as const }),
  });
  applyOptions(context, call, { options, unitIndex });
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  for (const word of files) {
    addFile(context, word, { ...file, access: "read" });
    if (inPlace) addFile(context, word, { ...file, access: "write" });
  }
  for (const each of found) {
    for (const name of each?.written ?? [])
      addFile(context, literalWord(name), { ...file, access: "write" });
    for (const name of each?.read ?? [])
      addFile(context, literalWord(name), { ...file, access: "read" });
    for (const text of each?.runs ?? [])
      if (text !== "") readNested(context, literalWord(text), call.scope);
  }
}

/** A script that is only known when it runs may do anything; an expansion in the middle is taken for text. */
function readScript(script: ExpandedWord | undefined): ReturnType<typeof scanSedScript> {
  if (!script || !isLiteral(script)) return null;
  return scanSedScript(script.text);
}
