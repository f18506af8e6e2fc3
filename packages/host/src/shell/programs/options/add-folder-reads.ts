/** Folders that a program takes whole, though no word says so. */
import { FOLDER_READERS } from "../../knowledge/folder-readers.ts";
import type { CommandContext, Invocation, Scope } from "../../line/command-context.ts";
import { addFile } from "../../resources/add-file.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../../words/expanded-word.ts";
import { derived } from "./option-effects.ts";

const BY_NAME = new Map<string, (typeof FOLDER_READERS)[number][]>();
for (const reader of FOLDER_READERS)
  for (const name of reader.names.split(" "))
    BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), reader]);

/** Writes down what a program of the list reads. `scope` is where its options made it work. */
export function addFolderReads(
  context: CommandContext,
  words: Invocation["words"],
  at: { readonly scope: Scope; readonly unitIndex: number },
): void {
  const [program, ...rest] = words;
  if (program === undefined || !isLiteral(program)) return;
  const operands = rest.filter(({ text }) => !text.startsWith("-"));
  const name = program.text.slice(program.text.lastIndexOf("/") + 1);
  const readers = BY_NAME.get(program.text) ?? BY_NAME.get(name) ?? [];
  for (const { uses, named, option, files } of readers) {
    if (option !== undefined && !rest.some(({ text }) => option.test(text))) continue;
    const used = (uses ?? [])
      .map((use) => use.split(" ").filter(Boolean))
      .find((use) => starts(operands, use));
    if (used === undefined && uses !== undefined) continue;
    if (files !== undefined) {
      const words = files.split(" ").map(literalWord);
      const provenance = derived("operand", at.unitIndex);
      addLooseWords(context, { words, provenance, scope: at.scope });
      continue;
    }
    const last = named ? operands.slice(used?.length ?? 0).at(-1) : undefined;
    for (const folder of last === undefined || !isFolder(last) ? ["."] : [".", last])
      addFile(context, typeof folder === "string" ? literalWord(folder) : folder, {
        ...{ provenance: derived("operand", at.unitIndex), scope: at.scope },
        ...{ access: "read", tree: true },
      });
  }
}

/** An option's value may stand between the words, so they only have to come in their order, near the front. */
function starts(operands: readonly ExpandedWord[], use: readonly string[]): boolean {
  if (use.length === 0) return operands.length === 0;
  let from = 0;
  for (const word of use) {
    const found = operands.findIndex(({ text }, index) => index >= from && text === word);
    if (found < 0 || found > from + 2) return false;
    from = found + 1;
  }
  return true;
}

function isFolder({ text }: ExpandedWord): boolean {
  return text !== "" && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}
