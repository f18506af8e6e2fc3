/** make and its kin: beside the row, recipes that stand in the line itself (`make -f - <<E`). */
import type { Compiled } from "../knowledge/book/command-book.ts";
import type { ProgramSpec } from "../knowledge/book/program-spec.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { programFromInput } from "../line/program-from-input.ts";
import { literalWord } from "../words/expanded-word.ts";
import { readNested } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";
import { readByRow } from "./read-by-row.ts";

export function readMake(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec>,
): void {
  readByRow(context, call, row);
  for (const word of call.words.slice(1)) {
    const shell = /^(?:SHELL|MAKE)\s*[:?+]*=(.+)$/s.exec(word.text)?.[1];
    if (shell !== undefined && !/^(?:\/(?:usr\/)?bin\/)?(?:ba|da|k|z|a)?sh$/.test(shell))
      readNested(context, { ...word, text: shell }, call.scope);
  }
  const { options } = scanOptions(call.words.slice(1), row);
  const fromInput = options.some(
    ({ meaning, value }) => meaning === "config" && /^(?:-|\/dev\/stdin)$/.test(value?.text ?? ""),
  );
  if (!fromInput) return;
  for (const line of programFromInput(context, call)?.split("\n") ?? []) {
    const recipe = /^(?:\t|[^#=:]*:[^=;]*;)\s*[-@+]*(?![-@+])(.*)$/.exec(line)?.[1];
    if (recipe) readNested(context, literalWord(recipe.replaceAll("$$", "$")), call.scope);
  }
}
