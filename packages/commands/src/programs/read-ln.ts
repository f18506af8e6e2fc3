/**
 * ln. The target counts as a read, because whoever reads the link reads it. A symbolic link's relative target is meant from
 * where the link stands, not from where the command runs.
 */

import type { PathAnalysis } from "@toolplane/contract/ports";
import { posixPath, trimEnd } from "@toolplane/readings";
import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramRow } from "../knowledge/program-row.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile, addPath, type FileUse } from "../resources/add-file.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { applyOptions, derived } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";

export function readLn(context: CommandContext, call: Invocation, row: Compiled<ProgramRow>): void {
  const { options, operands } = scanOptions(call.words.slice(1), row);
  const unitIndex = emitUnit(context, call);
  const scope = applyOptions(context, call, { options, unitIndex });
  const use: FileUse = { provenance: derived("operand", unitIndex), scope, access: "read" };
  const into = options.find(({ meaning }) => meaning === "into")?.value;
  const link = into ?? (operands.length > 1 ? operands.at(-1) : literalWord("."));
  const targets = into || operands.length < 2 ? operands : operands.slice(0, -1);
  if (!link) return;
  const isSymbolic = options.some(({ name }) => name === "-s" || name.startsWith("--s"));
  const places =
    into || operands.length > 1 ? addFile(context, link, { ...use, access: "write" }) : [];
  for (const target of targets) {
    noteLink(context, target, { places, isSymbolic });
    const isRelative = isSymbolic && !target.dynamic && !target.text.startsWith("/");
    // Where a link is made that only the running line names, its target is meant from there.
    const isElsewhere = isRelative && (places.length > 0 || link.dynamic === true);
    if (!isElsewhere || target.pattern !== undefined) addFile(context, target, use);
    for (const place of places) {
      const folder = place.kind === "directory" ? place.lexical : parentOf(place.lexical);
      if (isRelative) addPath(context, `${folder}/${target.text}`, use);
      if (place.kind === "directory")
        addPath(context, `${folder}/${nameOf(target)}`, { ...use, access: "write" });
    }
  }
}

/** What is written through the link is written there. */
function noteLink(
  { reading }: CommandContext,
  { text, dynamic }: ExpandedWord,
  at: { readonly places: readonly PathAnalysis[]; readonly isSymbolic: boolean },
): void {
  if (dynamic || !at.isSymbolic) return;
  for (const { lexical, kind } of at.places) {
    const link = kind === "directory" ? `${lexical}/${nameOf(literalWord(text))}` : lexical;
    reading.links.set(link, posixPath.normalize(text, parentOf(link)));
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function nameOf(word: ExpandedWord): string {
  return trimEnd(word.text, "/").split("/").at(-1) ?? "";
}
