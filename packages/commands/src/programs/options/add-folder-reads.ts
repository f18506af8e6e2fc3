/** Folders that a program takes whole, though no word says so. */
import { ENV_FILE_READERS } from "../../knowledge/env-file-readers.ts";
import { FOLDER_READERS, type FolderReader } from "../../knowledge/folder-readers.ts";
import type { CommandContext, Invocation, Scope } from "../../line/command-context.ts";
import { addFile } from "../../resources/add-file.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../../words/expanded-word.ts";
import { derived } from "./option-effects.ts";

const BY_NAME = new Map<string, FolderReader[]>();
for (const reader of [...FOLDER_READERS, ...ENV_FILE_READERS])
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
  // `yarn next dev` runs a program of the project by its name.
  if (BIN_RUNNERS.test(program.text) && BY_NAME.has(rest[0]?.text ?? ""))
    addFolderReads(context, rest, at);
  const operands = rest.filter(({ text }) => !text.startsWith("-"));
  const name = program.text.slice(program.text.lastIndexOf("/") + 1);
  const readers = BY_NAME.get(program.text) ?? BY_NAME.get(name) ?? [];
  for (const reader of readers) {
    const { uses, named, option, unless, files } = reader;
    if (option !== undefined && !rest.some(({ text }) => option.test(text))) continue;
    if (unless !== undefined && rest.some(({ text }) => unless.test(text))) continue;
    if (!isMentioned(context, reader, at.scope)) continue;
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
        provenance: derived("operand", at.unitIndex),
        scope: at.scope,
        access: "read",
        tree: true,
      });
  }
}

const BIN_RUNNERS = /^(?:yarn|pnpm)$/;

/** Whether a file of the project says that the program reads more; one that cannot be looked at may. */
function isMentioned(
  context: CommandContext,
  { mentioned }: FolderReader,
  { where }: Scope,
): boolean {
  const { world } = context;
  if (mentioned === undefined || world.mentions === undefined || where.now === null) return true;
  return where.now.some(({ real }) =>
    mentioned.in
      .split(" ")
      .some((name) => world.mentions?.(`${real}/${name}`, mentioned.words) !== false),
  );
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
