/** curl and wget: beside the row, the file that a download is saved under when nobody named one. */

import type { Compiled } from "../knowledge/book/command-book.ts";
import type { ProgramSpec } from "../knowledge/book/program-spec.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { addFile } from "../resources/add-file.ts";
import { isLiteral, literalWord } from "../words/expanded-word.ts";
import { derived } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";
import { readByRow } from "./read-by-row.ts";

export function readFetch(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec>,
): void {
  const unitIndex = readByRow(context, call, row);
  const { options, operands } = scanOptions(call.words.slice(1), row);
  const has = (...names: readonly string[]) => options.some(({ name }) => names.includes(name));
  const saves = !/^(?:curl|wget)/.test(row.spec.names)
    ? false
    : row.spec.names.startsWith("curl")
      ? has("-O", "--remote-name", "--remote-name-all")
      : !has("-O", "--output-document", "--spider", "-P");
  const file = { provenance: derived("operand", unitIndex), scope: call.scope } as const;
  for (const { meaning, value } of options)
    if (meaning === "in" && value) addFile(context, value, { ...file, access: "write" });
  if (!saves) return;
  for (const word of operands) {
    const name = /^(?:[a-z]+:\/\/)?[^/?#]+\/(?:[^?#]*\/)?([^/?#]*)/i.exec(word.text)?.[1];
    if (isLiteral(word))
      addFile(context, literalWord(name || "index.html"), { ...file, access: "write" });
  }
}
