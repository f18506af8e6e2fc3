/**
 * Adds what a git command reads from a repository's objects. No mask hides that: a file that is hidden in the working folder is still
 * in its history. Limited to the paths that the command names, else the whole repository; `REV:path` is that very file.
 */
import * as git from "../../knowledge/git.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { addFile, type FileUse } from "../../resources/add-file.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../../words/expanded-word.ts";
import { derived } from "../options/option-effects.ts";
import type { Scanned } from "../options/scan-options.ts";
import type { GitCall } from "./git-call.ts";

/** Writes down what comes out of the objects. */
export function readGitHistory(context: CommandContext, call: Invocation, given: GitCall): void {
  const { name, scanned, unitIndex, repository } = given;
  if (name === "") return;
  const use: FileUse = {
    provenance: derived("operand", unitIndex),
    scope: call.scope,
    access: "read",
    tree: true,
    history: true,
  };
  if (/^(?:clone|fetch|pull|fetch-pack)$/.test(name)) readSource(context, given, use);
  // `-L :function:file` looks like an object, and is none.
  const follows = scanned.options.some((option) => option.name === "-L");
  const stored = follows || git.GIT_REMOTE.has(name) ? [] : scanned.operands.filter(isStored);
  const roots = [repository?.root, ...othersThan(context, repository?.root)];
  for (const word of stored)
    for (const root of roots) addFile(context, storedPath(word, root), { ...use, tree: false });
  const rest = scanned.operands.filter((word) => !stored.includes(word));
  if (!showsContent(context, call, given) || (stored.length > 0 && rest.length === 0)) return;
  const named = isWhole(given) ? [] : pathspecs(context, call, rest);
  const paths = named.length > 0 ? named : roots.map((root) => literalWord(root ?? "."));
  for (const word of paths) addFile(context, word, use);
}

/** True when it brings out more than the paths that it names. */
function isWhole({ name, unknown, scanned }: GitCall): boolean {
  return (
    unknown ||
    /^(?:push|read-tree|update-index|mktree|fast-import|replace|submodule|notes|apply|am)$/.test(
      name,
    ) ||
    scanned.options.some((option) => option.name === "--full-diff")
  );
}

const NEVER = /$^/;

/** A command shows content unless it is known not to. */
function showsContent(context: CommandContext, call: Invocation, given: GitCall): boolean {
  const { name, unknown, scanned } = given;
  const { options, operands } = scanned;
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option.name));
  const verb = operands[0]?.text ?? "";
  if (unknown) return true;
  if (name === "grep") return grepsHistory(context, call, scanned);
  const formats = has(/^--fo/);
  // A format can print the bytes of what a name leads to; one that nobody knows may.
  if (call.words.some(({ text, dynamic }) => /%\(\*?raw/.test(text) || (dynamic && formats)))
    return true;
  if (/^(?:stash|worktree) (?:list|drop|clear|prune|remove)$/.test(`${name} ${verb}`))
    return has(/^-p$|^--patch/);
  if (git.GIT_NAMING.has(name)) return has(git.GIT_TAKING[name] ?? NEVER);
  if (/^(?:checkout|switch)$/.test(name))
    return !(has(/^(?:-[bBcCt]|--(?:orphan|create|track))/) && operands.length <= 1);
  if (name === "reset") return has(/^(?:-p|--(?:ha|mer|ke|patc).*)$/);
  if (name === "cat-file") return !has(/^(?:-[tse]|--batch-check)$/);
  // An object that is a file is shown whole, whatever is asked of commits.
  const isObject = operands.some(({ dynamic, text }) => dynamic || /^[0-9a-f]{4,}$/i.test(text));
  if (!/^(?:show|diff|range-diff|stash)$/.test(name)) return true;
  return !has(git.GIT_COUNTING) || has(git.GIT_PATCH) || (name === "show" && isObject);
}

/**
 * The workspace's own repositories, where git works in another one or nobody can say in which: it may be told at any time to take
 * what they hold, from there or by a folder that only the running line knows.
 */
function othersThan({ world }: CommandContext, root: string | undefined): readonly string[] {
  const { roots } = world.places;
  return root !== undefined && roots.includes(root) ? [] : roots;
}

/** A clone of a folder holds all that its history holds, and so does what is fetched; a bare word is the name of a remote. */
function readSource(context: CommandContext, { name, scanned }: GitCall, use: FileUse): void {
  const [source] = scanned.operands;
  if (!source || (name !== "clone" && !source.dynamic && !/[/.~]/.test(source.text))) return;
  const path = source.text.replace(/^file:(?:\/\/[^/$]*)?/i, "");
  if (path === source.text && /^[a-z][a-z0-9+.-]*:\/\/(?!\/)|^[^/]*:/i.test(path)) return;
  addFile(context, source.dynamic ? literalWord(".") : { ...source, text: path }, use);
}

/** A search looks into the working folder, but for the index or a revision; while nothing hides files there, that counts too. */
function grepsHistory(context: CommandContext, call: Invocation, scanned: Scanned): boolean {
  if (context.world.exposed || scanned.options.some(({ name }) => name === "--cached")) return true;
  const given = scanned.options.some(({ name }) => name === "-e" || name === "-f");
  const words = given ? scanned.operands : scanned.operands.slice(1);
  return words.length > pathspecs(context, call, words).length;
}

/** `HEAD:.env`, `:.env`, `:0:.env`, `stash@{0}:.env`; neither an address nor the magic of a pathspec. */
function isStored(word: ExpandedWord): boolean {
  // What is put together when it runs may be any object.
  if (word.dynamic && /\$\(|`|:.*\$/.test(word.text)) return false;
  return /^[^:]*:(?!\/\/|[(!^/])(?:[0-3]:)?[^:]/s.test(word.text);
}

function storedPath(word: ExpandedWord, root: string | undefined): ExpandedWord {
  const path = /^[^:]*:(?:[0-3]:)?(.*)$/s.exec(word.text)?.[1] ?? "";
  if (!isLiteral(word) && /[$`*?[]/.test(path)) return { ...word, text: path };
  return literalWord(/^\.{0,2}\//.test(path) || root === undefined ? path : `${root}/${path}`);
}

/** The operands that are paths: all after `--`, before it those that are there. One with magic means anything. */
function pathspecs(
  context: CommandContext,
  call: Invocation,
  operands: readonly ExpandedWord[],
): readonly ExpandedWord[] {
  const end = call.words.findIndex((word) => word.text === "--" && !word.dynamic);
  const named = end === -1 ? [] : call.words.slice(end + 1);
  const before = operands.filter((word) => !named.includes(word) && isThere(context, call, word));
  const paths = [...before, ...named];
  return paths.some((word) => word.dynamic || /^:|[*?[]/.test(word.text)) ? [] : paths;
}

function isThere(context: CommandContext, { scope }: Invocation, word: ExpandedWord): boolean {
  const [directory] = scope.where.now ?? [];
  if (!isLiteral(word) || word.text === "" || (!directory && !word.text.startsWith("/")))
    return false;
  const text = word.text.startsWith("/") ? word.text : `${directory?.real}/${word.text}`;
  const path = context.world.path(text, "read");
  return path.ok && path.value.kind !== "missing";
}
