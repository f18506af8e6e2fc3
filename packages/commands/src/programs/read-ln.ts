/**
 * ln. Whoever reads or writes the link does so to the target, so that counts as both. A symbolic link's relative target is meant
 * from where the link stands.
 */
import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramRow } from "../knowledge/program-row.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile, addPath } from "../resources/add-file.ts";
import { isLiteral, literalWord } from "../words/expanded-word.ts";
import { applyOptions, derived } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";

export function readLn(context: CommandContext, call: Invocation, row: Compiled<ProgramRow>): void {
  const { options, operands } = scanOptions(call.words.slice(1), row);
  const unitIndex = emitUnit(context, call);
  const scope = applyOptions(context, call, { options, unitIndex });
  const file = { provenance: derived("operand", unitIndex), scope };
  const into = options.find(({ meaning }) => meaning === "into")?.value;
  const link = into ?? (operands.length > 1 ? operands.at(-1) : literalWord("."));
  const targets = into || operands.length < 2 ? operands : operands.slice(0, -1);
  const places = link ? addFile(context, link, { ...file, access: "write", tree: true }) : [];
  const isSymbolic = options.some(({ name }) => name === "-s" || name.startsWith("--s"));
  const folders = places.map(({ kind, lexical }) =>
    kind === "directory" ? lexical : lexical.slice(0, lexical.lastIndexOf("/")),
  );
  // On a view what is written through the link is judged where it lands.
  const uses = [
    { ...file, access: "read" },
    { ...file, access: "write", tree: true },
  ] as const;
  for (const target of targets)
    for (const use of context.world.exposed ? uses : uses.slice(0, 1))
      if (isSymbolic && isLiteral(target) && !target.text.startsWith("/"))
        for (const folder of folders) addPath(context, `${folder}/${target.text}`, use);
      else addFile(context, target, use);
}
