/** Adds the files and programs that the operands of a command of git name, and what it writes beside them. */
import * as git from "../../knowledge/git.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { addFile } from "../../resources/add-file.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import { type ExpandedWord, literalWord } from "../../words/expanded-word.ts";
import { readNested } from "../inner/read-program-text.ts";
import { derived } from "../options/option-effects.ts";
import type { GitCall } from "./git-call.ts";

export function readGitFiles(context: CommandContext, call: Invocation, given: GitCall): void {
  const { name, scanned, unitIndex, repository } = given;
  const { operands, options } = scanned;
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option.name));
  const [verb, second] = operands;
  if (verb && verb.text === git.GIT_RUNS[name]) readRun(context, call, operands.slice(1));
  const named = Object.hasOwn(git.GIT_FILES, name) ? git.GIT_FILES[name] : undefined;
  const access = name === "diff" && has(/^--no-index$/) ? "read" : named;
  const isDry = access === "write" && has(/^(?:-n|--dry-run)$/);
  if (access && !isDry)
    for (const word of operands) addFile(context, word, { ...file, access, tree: true });
  if (name === "config" && writesSetting(operands, has) && !has(/^(?:-f|--file)$/))
    addFile(context, literalWord(settingsFile(context, has)), { ...file, access: "write" });
  if (second && /^(?:bundle create|worktree add)$/.test(`${name} ${verb?.text}`))
    addFile(context, second, { ...file, access: "write" });
  if (!context.world.exposed) return;
  for (const place of repository?.elsewhere ?? [])
    addFile(context, literalWord(place), { ...file, access: "read" });
  // Takes up, or searches, what lies in the working folder and git does not know yet.
  const takesAll = /^(?:add|stage)$/.test(name)
    ? operands.length === 0
    : has(/^(?:--no-index|--untracked|--include-untracked|-u)$/);
  if (takesAll && /^(?:add|stage|grep|stash)$/.test(name))
    addFile(context, literalWord("."), { ...file, access: "read", tree: true });
  if (has(name === "update-index" ? /^--stdin$/ : /^--stdin-paths$/))
    context.reading.addUnknown("-", "it reads the files that are named on its standard input");
  if (!git.GIT_NAMING.has(name) && !access) addLooseWords(context, { ...file, words: operands });
  if (/^(?:clean|init)$/.test(name) && operands.length === 0 && !isDry)
    addFile(context, literalWord("."), { ...file, access: "write", tree: true });
  if ((given.unknown || git.GIT_COMMANDS.has(name)) && changesTree(name, operands, has))
    context.reading.addUnknown(name, "it writes files whose names stand in the repository");
}

function readRun(
  context: CommandContext,
  { scope }: Invocation,
  words: readonly ExpandedWord[],
): void {
  const run = words.slice(words.findIndex(({ text }) => !text.startsWith("-")));
  const [only] = run;
  if (!only) return;
  // `submodule foreach` hands one word to a shell, and several to exec.
  if (run.length === 1) readNested(context, only, scope);
  else context.readWords(run, { ...scope, inWords: true });
}

/** `git config` with a value writes the file that its options name; reading it touches nothing that rules speak of. */
function writesSetting(
  operands: readonly ExpandedWord[],
  has: (pattern: RegExp) => boolean,
): boolean {
  const verb = operands[0]?.text ?? "";
  if (has(/^(?:--get.*|--list|-l)$/) || /^(?:get|list)$/.test(verb)) return false;
  if (has(/^--(?:add|unset|replace-all|rename-section|remove-section|edit)|^-e$/)) return true;
  return operands.length > 1 || /^(?:set|unset|rename-section|remove-section|edit)$/.test(verb);
}

function settingsFile({ world }: CommandContext, has: (pattern: RegExp) => boolean): string {
  if (has(/^--global$/)) return `${world.places.home}/.gitconfig`;
  return has(/^--system$/) ? "/etc/gitconfig" : ".git/config";
}

/** Brings another state of the tree, whatever files that is about; unknown ones do too. */
function changesTree(
  name: string,
  operands: readonly ExpandedWord[],
  has: (pattern: RegExp) => boolean,
): boolean {
  if (git.GIT_LOOKING.has(name) || git.GIT_NAMING.has(name))
    return /^(?:am|apply|clone)$/.test(name) && !has(/^--(?:check|stat|numstat|summary|cached)$/);
  if (
    /^(?:add|stage|rm|push|notes|hash-object|update-ref|fsck|bundle|archive|format-patch|lfs|svn|p4)$/.test(
      name,
    )
  )
    return false;
  if (name === "stash") return !/^(?:list|show|drop|clear)$/.test(operands[0]?.text ?? "");
  if (name === "restore" && has(/^(?:-S|--staged)$/)) return false;
  if (name === "bisect" && /^(?:log|view|terms)$/.test(operands[0]?.text ?? "")) return false;
  if (name === "reset") return has(/^--(?:hard|merge|keep)$/);
  return !(
    /^(?:checkout|switch)$/.test(name) &&
    has(/^(?:-[bBcC]|--(?:orphan|create))$/) &&
    operands.length <= 1
  );
}
