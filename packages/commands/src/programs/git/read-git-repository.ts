import * as git from "../../knowledge/book/git.ts";
import { GIT_NAMING_SUBCOMMANDS } from "../../knowledge/git-history.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { addFile } from "../../resources/add-file.ts";
import { addLooseWords, addNamesFromInput } from "../../resources/add-loose-words.ts";
import { type ExpandedWord, literalWord } from "../../words/expanded-word.ts";
import { derived } from "../options/option-effects.ts";
import type { Scanned } from "../options/scan-options.ts";
import type { GitOperands } from "./git-operands.ts";
import { readGitHistory } from "./read-git-history.ts";

/** Adds what git reads beside what its operands name: where the repository lies, its objects, and words that nobody explained. */
export function readGitRepository(
  context: CommandContext,
  call: Invocation,
  given: GitOperands & { readonly rest: readonly ExpandedWord[]; readonly unknown: boolean },
): void {
  const { name, scanned, unitIndex, unknown, repository } = given;
  const provenance = derived("operand", unitIndex);
  if (context.world.exposed)
    for (const place of repository?.elsewhere ?? [])
      addFile(context, literalWord(place), { provenance, scope: call.scope, access: "read" });
  if (context.world.exposed && readsFolder(name, scanned)) {
    const given = name === "grep" ? [] : scanned.operands.filter((word) => !word.dynamic);
    const words = name === "stash" || given.length === 0 ? [literalWord(".")] : given;
    for (const word of words)
      addFile(context, word, { provenance, scope: call.scope, access: "read", tree: true });
  }
  const names = NAMES_ON_INPUT[name];
  if (names !== undefined && scanned.options.some((option) => option.name === names))
    addNamesFromInput(context, { provenance, scope: call.scope });
  readGitHistory(context, call, { name, scanned, unitIndex, unknown, root: repository?.root });
  const isNaming = git.GIT_FILE_SUBCOMMANDS[name] || GIT_NAMING_SUBCOMMANDS.has(name);
  const messages = messageWords(given.rest);
  const words = isNaming ? [] : scanned.operands.filter((word) => !messages.includes(word));
  addLooseWords(context, { words, provenance, scope: call.scope });
}

/** With these the files to be taken up are named on standard input. */
const NAMES_ON_INPUT: Readonly<Record<string, string>> = {
  "hash-object": "--stdin-paths",
  "update-index": "--stdin",
};

/** Takes up, or searches, what lies in the working folder and git does not know yet. */
function readsFolder(name: string, { options, operands }: Scanned): boolean {
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option.name));
  if (name === "add" || name === "stage") return !has(/^(?:-u|--update)$/);
  if (name === "stash")
    return (
      !/^(?:list|show|pop|apply|drop|clear)$/.test(operands[0]?.text ?? "") &&
      has(/^(?:-[ua]|--include-untracked|--all)$/)
    );
  return name === "grep" && has(/^--(?:no-index|untracked)$/);
}

/** The word after `-m` and its like is a message, even among the operands. */
function messageWords(words: readonly ExpandedWord[]): readonly ExpandedWord[] {
  return words.filter((_, index) => TEXT_OPTION.test(words[index - 1]?.text ?? ""));
}

const TEXT_OPTION =
  /^(?:-[A-Za-z]*m|--(?:message|author|date|fixup|squash|trailer|cleanup|reuse-message|reedit-message))$/;
