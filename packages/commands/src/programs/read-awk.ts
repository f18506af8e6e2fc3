/** awk: its program can run others (`system`, pipes, `getline`), and write files (`print >`). */
import { compileOptions } from "../knowledge/command-book.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile } from "../resources/add-file.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { type ExpandedWord, isLiteral } from "../words/expanded-word.ts";
import { applyOptions, derived, optionFloors, runsProgram } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";

const OPTIONS = compileOptions({
  "-f --file -E --exec": "config",
  "-i --include -l --load -W -o --pretty-print -p --profile -d --dump-variables": "floor-value",
  "-e --source": "subject",
  "-F --field-separator -v --assign": "value",
});

export function readAwk(context: CommandContext, call: Invocation): void {
  // What follows the program is not looked at for options.
  const { options, operands } = scanOptions(call.words.slice(1), {
    ...OPTIONS,
    stopAtOperand: true,
  });
  const given = options.filter(({ meaning }) => meaning === "subject").map(({ value }) => value);
  const hasProgram = given.length > 0 || options.some(({ meaning }) => meaning === "config");
  const runs = (hasProgram ? given : operands.slice(0, 1)).some(
    (each) => !each || reachesOut(each),
  );
  const unitIndex = emitUnit(context, call, {
    floors: [
      ...optionFloors(call, options),
      ...(runs ? [runsProgram(call, "with this program")] : []),
    ],
    effect: "read",
    unreadProgram: runs,
  });
  applyOptions(context, call, { options, unitIndex });
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  // What a variable holds may be opened by the program, or become one of its files.
  for (const word of hasProgram ? operands : operands.slice(1))
    if (/^[A-Za-z_]\w*=/.test(word.text)) addLooseWords(context, { ...file, words: [word] });
    else if (word.text !== "-") addFile(context, word, { ...file, access: "read" });
  const values = options.flatMap(({ meaning, value }) =>
    meaning === "value" && value ? [value] : [],
  );
  addLooseWords(context, { ...file, words: values });
}

/** Strings and regular expressions that hold such a sign are taken for it too, but for the plainest. */
function reachesOut(program: ExpandedWord): boolean {
  if (!isLiteral(program)) return true;
  const text = program.text
    .replace(/"(?:\\.|[^"\\\n])*"/g, '""')
    .replace(/(^|[\s;{(,!~&|])\/(?:\\.|[^/\\\n])+\//g, "$1");
  return (
    /\b(?:system|getline|ARG[VC])\b|@|(?<!\|)\|(?!\|)|\bprintf?\b[^;}\n]*>/.test(text) ||
    /\/inet/.test(program.text)
  );
}
