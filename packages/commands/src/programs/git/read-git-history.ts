/**
 * Adds what a git command reads from a repository's objects. No mask hides that: a file that is hidden in the working folder is still
 * in its history. Limited to the paths that the command names, else the whole repository; `REV:path` is that very file.
 */
import { asksForPatch, GIT_HISTORY, type GitHistory } from "../../knowledge/git-history.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { addFile, type FileUse } from "../../resources/add-file.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../../words/expanded-word.ts";
import { derived } from "../options/option-effects.ts";
import type { Scanned } from "../options/scan-options.ts";

export interface GitCall {
  readonly name: string;
  readonly scanned: Scanned;
  readonly unitIndex: number;
  /** True when the subcommand is not known: it may be an alias for anything. */
  readonly unknown: boolean;
  /** The folder that holds the repository, when it was found. */
  readonly root: string | undefined;
}

/** Writes down what comes out of the objects. */
export function readGitHistory(context: CommandContext, call: Invocation, git: GitCall): void {
  const { name, scanned, unitIndex } = git;
  const use: FileUse = {
    provenance: derived("operand", unitIndex),
    scope: call.scope,
    access: "read",
    tree: true,
    history: true,
  };
  if (name === "clone") return void readCloned(context, scanned.operands[0], use);
  if (FETCHING.has(name)) readFetched(context, scanned, use);
  // `-L :function:file` looks like an object, and is none.
  const follows = scanned.options.some((option) => option.name === "-L");
  const stored = BLOB_READERS.has(name) && !follows ? scanned.operands.filter(isStored) : [];
  const repositories = [git.root, ...othersThan(context, git.root)];
  for (const word of stored)
    for (const root of repositories)
      addFile(context, storedPath(word, root), { ...use, tree: false });
  const row = Object.hasOwn(GIT_HISTORY, name) ? GIT_HISTORY[name] : undefined;
  const reads =
    name === "grep"
      ? grepsHistory(context, call, scanned)
      : git.unknown || (row && (applies(row, call, scanned) || showsObject(name, scanned)));
  const rest = scanned.operands.filter((word) => !stored.includes(word));
  if (!reads || (stored.length > 0 && rest.length === 0)) return;
  const isWhole =
    git.unknown || row?.whole || scanned.options.some((option) => option.name === "--full-diff");
  const given = isWhole ? [] : pathspecs(context, call, row?.verbs ? rest.slice(1) : rest);
  const paths = given.length > 0 ? given : repositories.map((root) => literalWord(root ?? "."));
  for (const word of paths) addFile(context, word, use);
}

/**
 * The workspace's own repositories, where git works in another one or nobody can say in which: it may be told at any time to take
 * what they hold, from there or by a folder that only the running line knows.
 */
function othersThan({ world }: CommandContext, root: string | undefined): readonly string[] {
  const { roots } = world.places;
  return root !== undefined && roots.includes(root) ? [] : roots;
}

/** They bring objects of a folder on this machine into another repository. */
const FETCHING: ReadonlySet<string> = new Set(["fetch", "pull", "fetch-pack"]);

function readFetched(context: CommandContext, { operands }: Scanned, use: FileUse): void {
  const [source] = operands;
  // A bare word is the name of a remote.
  if (source && (source.dynamic || /[/.~]/.test(source.text))) readCloned(context, source, use);
}

/** Subcommands that take a blob by its path. */
const BLOB_READERS: ReadonlySet<string> = new Set(
  "show diff cat-file difftool merge-file unpack-file blame annotate checkout archive log".split(
    " ",
  ),
);

function applies(row: GitHistory, call: Invocation, { options, operands }: Scanned): boolean {
  const has = (pattern: GitHistory["when"]) =>
    pattern === "patch"
      ? asksForPatch(options)
      : pattern !== undefined && options.some(({ name }) => pattern.test(name));
  const verb = operands[0]?.text ?? "";
  if (row.patchVerbs?.includes(verb)) return asksForPatch(options);
  if (row.verbs && !row.verbs.includes(verb)) return false;
  if (row.words && !row.words.test(call.words.map(({ text }) => text).join(" "))) return false;
  if (row.when && !has(row.when)) return false;
  if (has(row.unless) && !asksForPatch(options)) return false;
  return !(has(row.makesBranch) && operands.length <= 1);
}

/** `git show -s 1a2b3c`: an object that is a file is shown whole, whatever is asked of commits. */
function showsObject(name: string, { operands }: Scanned): boolean {
  return (
    name === "show" && operands.some((word) => word.dynamic || /^[0-9a-f]{4,}$/i.test(word.text))
  );
}

/** A clone of a folder holds all that its history holds, and files made of it. */
function readCloned(context: CommandContext, source: ExpandedWord | undefined, use: FileUse): void {
  if (!source || /^[a-z][a-z0-9+.-]*:\/\/(?!\/)|^[^/]*:/i.test(source.text)) {
    if (!source || !/^file:/i.test(source.text)) return;
    const path = source.text.replace(/^file:(?:\/\/[^/$]*)?/i, "");
    return void addFile(context, source.dynamic ? literalWord(".") : literalWord(path), use);
  }
  addFile(context, source.dynamic ? literalWord(".") : source, use);
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
  const path = word.text.slice(word.text.indexOf(":"));
  // What is put together when it runs may be any object.
  if (word.dynamic && /\$\(|`/.test(word.text)) return false;
  if (word.dynamic && path.includes("$")) return false;
  return /^[^:]*:(?!\/\/|[(!^/])(?:[0-3]:)?[^:]/s.test(word.text);
}

function storedPath(word: ExpandedWord, root: string | undefined): ExpandedWord {
  const path = /^[^:]*:(?:[0-3]:)?(.*)$/s.exec(word.text)?.[1] ?? "";
  if (!isLiteral(word) && /[$`*?[]/.test(path)) return { ...word, text: path };
  const isHere = path.startsWith("./") || path.startsWith("../") || path.startsWith("/");
  return literalWord(isHere || root === undefined ? path : `${root}/${path}`);
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
