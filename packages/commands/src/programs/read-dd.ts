/** dd: `if=` is read, `of=` is written. */
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile } from "../resources/add-file.ts";
import { derived } from "./options/option-effects.ts";

export function readDd(context: CommandContext, call: Invocation): void {
  const unitIndex = emitUnit(context, call);
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  for (const word of call.words.slice(1)) {
    const key = word.text.split("=")[0];
    const at = word.text.indexOf("=") + 1;
    const value = { ...word, text: word.text.slice(at) };
    if (key === "if" || key === "ibs-file") addFile(context, value, { ...file, access: "read" });
    else if (key === "of") addFile(context, value, { ...file, access: "write" });
    else if (word.dynamic && at === 0) addFile(context, word, { ...file, access: "write" });
  }
}
