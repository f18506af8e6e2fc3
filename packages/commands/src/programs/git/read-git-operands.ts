/** Adds the files, hosts and programs that the operands of a subcommand of git name. */
import * as git from "../../knowledge/book/git.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { addFile } from "../../resources/add-file.ts";
import { type ExpandedWord, literalWord } from "../../words/expanded-word.ts";
import { addUnpacked } from "../options/apply-unpacking.ts";
import { derived, readNested } from "../options/option-effects.ts";
import type { Scanned } from "../options/scan-options.ts";
import type { GitOperands } from "./git-operands.ts";
import { addRewritten } from "./git-rewrites.ts";
import { readGitConfig } from "./read-git-config.ts";
import { readGitRemote } from "./read-git-remote.ts";

export function readGitOperands(
  context: CommandContext,
  call: Invocation,
  given: GitOperands,
): void {
  const { name, scanned, unitIndex, repository } = given;
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  const { operands } = scanned;
  const runs = Object.hasOwn(git.GIT_RUNS, name) && operands[0]?.text === git.GIT_RUNS[name];
  if (runs) readRun(context, call, { name, words: operands.slice(1) });
  else if (name === "config") readGitConfig(context, call, given);
  else if (git.GIT_REMOTE_SUBCOMMANDS.has(name)) readGitRemote(context, call, given);
  const access = Object.hasOwn(git.GIT_FILE_SUBCOMMANDS, name)
    ? git.GIT_FILE_SUBCOMMANDS[name]
    : undefined;
  const isNoIndex =
    name === "diff" && scanned.options.some((option) => option.name === "--no-index");
  const isDry =
    access === "write" && scanned.options.some(({ name: each }) => git.GIT_DRY_RUNS.test(each));
  if ((access && !isDry) || isNoIndex)
    for (const word of operands)
      addFile(context, word, { ...file, access: access ?? "read", tree: true });
  const unpacks = name === "am" || (name === "apply" && !scanned.options.some(isLook));
  if (unpacks) addUnpacked(context, literalWord("."), { scope: call.scope, unitIndex });
  addRewritten(context, call, { name, scanned, unitIndex, root: repository?.root });
  // The repository is made in the folder itself, and a pack beside the name that it is given.
  if (name === "init" && operands.length === 0 && context.world.exposed)
    addFile(context, literalWord("."), { ...file, access: "write" });
  if (name === "pack-objects")
    for (const word of operands) addFile(context, word, { ...file, access: "write" });
  if (name === "bundle" && operands[0]?.text === "create" && operands[1])
    addFile(context, operands[1], { ...file, access: "write" });
  if (name === "worktree" && operands[0]?.text === "add" && operands[1])
    addFile(context, operands[1], { ...file, access: "write" });
}

/** `git apply --stat` and its like change nothing. */
function isLook({ name }: Scanned["options"][number]): boolean {
  return /^--(?:check|stat|numstat|summary|cached)$/.test(name);
}

function readRun(
  context: CommandContext,
  call: Invocation,
  run: { readonly name: string; readonly words: readonly ExpandedWord[] },
): void {
  const [only] = run.words;
  if (!only) return;
  // `submodule foreach` hands one word to a shell, and several to exec.
  if (run.words.length === 1) readNested(context, only, call.scope);
  else context.readWords(run.words, { ...call.scope, inWords: true });
}
