/**
 * Adds the files of the working folder that git puts back, changes or takes away. Those on the line count always. A command
 * that brings another state of the whole tree (`merge`, `stash`, `switch`) may write any file in it: while nothing holds the
 * command, that is a write of the tree; in a sandbox what it really wrote is judged when it lands.
 */
import { GIT_DRY_RUNS } from "../../knowledge/book/git.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { addFile } from "../../resources/add-file.ts";
import { type ExpandedWord, literalWord } from "../../words/expanded-word.ts";
import { derived } from "../options/option-effects.ts";
import type { Scanned } from "../options/scan-options.ts";

export interface Rewrites {
  readonly name: string;
  readonly scanned: Scanned;
  readonly unitIndex: number;
  /** The folder of the repository, when it is known. */
  readonly root: string | undefined;
}

/** Adds what a git command writes in its working folder. */
export function addRewritten(context: CommandContext, call: Invocation, given: Rewrites): void {
  const { name, scanned, unitIndex, root } = given;
  const whole = context.world.exposed && writesTree(name, scanned, call.words);
  const words = whole ? [literalWord(root ?? ".")] : namedBy(name, scanned, call.words);
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  for (const word of words) {
    const use = { ...file, access: "write", tree: true, only: isNotGits } as const;
    const found = addFile(context, word, use);
    const isFolder = found.some(({ kind }) => kind === "directory");
    // The names of what a folder becomes are in the repository, and may be any.
    if (context.world.exposed && isFolder && !onlyTouchesWhatIsThere(given))
      context.reading.addUnknown(word.text, "it writes files whose names stand in the repository");
  }
}

function namedBy(
  name: string,
  { options, operands }: Scanned,
  words: readonly ExpandedWord[],
): readonly ExpandedWord[] {
  if (name === "restore")
    return options.some((option) => /^(?:-S|--staged)$/.test(option.name)) ? [] : operands;
  if (name === "checkout") return afterDashes(words) ?? [];
  const isDry = options.some((option) => GIT_DRY_RUNS.test(option.name));
  return name === "clean" && operands.length === 0 && !isDry ? [literalWord(".")] : [];
}

function afterDashes(words: readonly ExpandedWord[]): readonly ExpandedWord[] | undefined {
  const dashes = words.findIndex((word) => word.text === "--" && !word.dynamic);
  return dashes === -1 ? undefined : words.slice(dashes + 1);
}

const ALWAYS: ReadonlySet<string> = new Set([
  ..."merge pull rebase cherry-pick revert checkout-index merge-index merge-one-file".split(" "),
  ..."mergetool bisect filter-branch filter-repo subtree quiltimport".split(" "),
]);

/** True when the command brings another state of the tree, whatever files that is about. */
function writesTree(name: string, scanned: Scanned, words: readonly ExpandedWord[]): boolean {
  const { options, operands } = scanned;
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option.name));
  const verb = operands[0]?.text ?? "";
  if (ALWAYS.has(name)) return !(name === "bisect" && /^(?:log|view|visualize|terms)$/.test(verb));
  switch (name) {
    case "stash":
      return !/^(?:list|show|drop|clear|create|store|export|import)$/.test(verb);
    case "checkout":
      return afterDashes(words) === undefined && !onlyNames(operands, has(/^(?:-[bB]|--orphan)$/));
    case "switch":
      return !onlyNames(operands, has(/^(?:-[cC]|--create|--force-create)$/));
    case "reset":
      return has(/^--(?:hard|merge|keep)$/);
    case "read-tree":
      return has(/^(?:-u|--reset)$/);
    case "sparse-checkout":
      return verb !== "list" && verb !== "check-rules";
    case "submodule":
      return /^(?:update|add|deinit)$/.test(verb);
    default:
      return false;
  }
}

/** `checkout -b new`: a branch of what is there already changes no file. */
function onlyNames(operands: readonly ExpandedWord[], isNew: boolean): boolean {
  return isNew && operands.length <= 1;
}

/** `clean` takes away, and `stash` puts files that are there back to what they were. */
function onlyTouchesWhatIsThere({ name, scanned }: Rewrites): boolean {
  if (name === "stash") return !/^(?:pop|apply|branch)$/.test(scanned.operands[0]?.text ?? "");
  return name === "clean";
}

/** True for paths outside git's own folder, which is not part of its working folder. */
function isNotGits(path: string): boolean {
  return !/\/\.git(?:\/|$)/.test(path);
}
