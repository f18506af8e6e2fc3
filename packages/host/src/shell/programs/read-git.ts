/**
 * git. Global options stand before the subcommand: denials look past all of them, allowances past the harmless ones only.
 * Configuration given on the line, remote helpers and the options that name a program are floors; `git config` with a value
 * writes the configuration file.
 */
import type { ShellFloor } from "@toolplane/contract";
import * as git from "../knowledge/git.ts";
import { GIT_NAMING_SUBCOMMANDS } from "../knowledge/git-history.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { enterDirectory } from "../line/enter-directory.ts";
import { addHost, addUrl } from "../resources/add-destination.ts";
import { addFile } from "../resources/add-file.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { dynamicWord, type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { splitText } from "../words/split-text.ts";
import { addUnpacked } from "./apply-unpacking.ts";
import { addRewritten } from "./git-rewrites.ts";
import { applyOptions, derived, optionFloors, readNested, runsProgram } from "./option-effects.ts";
import { readGitHistory } from "./read-git-history.ts";
import { type Scanned, scanOptions } from "./scan-options.ts";

export function readGit(context: CommandContext, call: Invocation): void {
  const head = readGlobals(call);
  const sub = call.words[head.at];
  const rest = call.words.slice(head.at + 1);
  const name = sub && isLiteral(sub) ? sub.text : "";
  const scanned = scanOptions(rest, context.book.git(name));
  const floors = [
    ...head.floors,
    ...optionFloors(call, scanned.options),
    ...subcommandFloors(call, name, { sub, scanned }),
  ];
  const first = call.words[0] as ExpandedWord;
  const tail = call.words.slice(head.at);
  const reads =
    git.GIT_READING_SUBCOMMANDS.has(name) &&
    !scanned.options.some(({ meaning }) => meaning === "write");
  const isOwn = git.GIT_COMMANDS.has(name);
  const alias = isOwn
    ? undefined
    : (aliasOnLine(call.words.slice(1, head.at), name) ??
      repositoryAt(context, call)?.aliases.get(name.toLowerCase()));
  const unknown = sub !== undefined && !isOwn && alias === undefined;
  const unitIndex = emitUnit(context, call, {
    argv: head.harmless ? [first, ...head.kept, ...tail] : call.words,
    alternates: head.at > 1 ? [[first, ...tail]] : [],
    floors,
    unreadProgram: unknown,
    ...(reads ? { effect: "read" as const } : {}),
  });
  const inside = enterAll(context, call, { directories: head.directories, unitIndex });
  applyOptions(context, inside, { options: [...scanned.options, ...head.files], unitIndex });
  readOperands(context, inside, { name, scanned, unitIndex });
  readRepository(context, inside, { name, scanned, unitIndex, rest: call.words.slice(1), unknown });
  // Words before the subcommand are read where git was started.
  addLooseWords(context, {
    words: call.words.slice(1, head.at),
    ...{ provenance: derived("operand", unitIndex), scope: call.scope },
  });
  if (alias) readAlias(context, call, { alias, head: call.words.slice(0, head.at), rest });
}

/** What it reads beside what its operands name: where the repository lies, its objects, and words that nobody explained. */
function readRepository(
  context: CommandContext,
  call: Invocation,
  given: GitOperands & { readonly rest: readonly ExpandedWord[]; readonly unknown: boolean },
): void {
  const { name, scanned, unitIndex, unknown } = given;
  const provenance = derived("operand", unitIndex);
  const found = repositoryAt(context, call);
  if (context.world.exposed)
    for (const place of found?.elsewhere ?? [])
      addFile(context, literalWord(place), { provenance, scope: call.scope, access: "read" });
  if (context.world.exposed && readsFolder(name, scanned)) {
    const given = name === "grep" ? [] : scanned.operands.filter((word) => !word.dynamic);
    const words = name === "stash" || given.length === 0 ? [literalWord(".")] : given;
    for (const word of words)
      addFile(context, word, { provenance, scope: call.scope, access: "read", tree: true });
  }
  readGitHistory(context, call, { name, scanned, unitIndex, unknown, root: found?.root });
  const isNaming = git.GIT_FILE_SUBCOMMANDS[name] || GIT_NAMING_SUBCOMMANDS.has(name);
  const texts = textsOf(given.rest);
  const words = isNaming ? [] : scanned.operands.filter((word) => !texts.includes(word));
  addLooseWords(context, { words, provenance, scope: call.scope });
}

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

/** What follows `-m` and its like is a text, even where it stands among the operands. */
function textsOf(words: readonly ExpandedWord[]): readonly ExpandedWord[] {
  return words.filter((_, index) => TEXT_OPTION.test(words[index - 1]?.text ?? ""));
}

const TEXT_OPTION =
  /^(?:-[A-Za-z]*m|--(?:message|author|date|fixup|squash|trailer|cleanup|reuse-message|reedit-message))$/;

/** The repository of the folder it works in, or of the one that `--git-dir` and `GIT_DIR` name. */
function repositoryAt({ world }: CommandContext, { scope, words, assignments }: Invocation) {
  const [directory, ...more] = scope.where.now ?? [];
  if (!directory || more.length > 0) return undefined;
  const named =
    wordAfter(words, "--git-dir") ?? assignments.find(({ name }) => name === "GIT_DIR")?.value;
  if (typeof named !== "string") return world.repository?.(directory.real);
  const path = world.path(named.startsWith("/") ? named : `${directory.real}/${named}`, "read");
  return path.ok ? world.repository?.(path.value.real.replace(/\/\.git$/, "")) : undefined;
}

function wordAfter(words: readonly ExpandedWord[], option: string): string | undefined {
  const at = words.findIndex(({ text }) => text === option || text.startsWith(`${option}=`));
  const word = words[at];
  if (!word) return undefined;
  return word.text === option ? words[at + 1]?.text : word.text.slice(option.length + 1);
}

/** `git -c alias.p=push p`. */
function aliasOnLine(globals: readonly ExpandedWord[], name: string): string | undefined {
  const start = `alias.${name.toLowerCase()}=`;
  const given = globals
    .map(({ text, dynamic }) => (dynamic ? "" : text.replace(/^-c(?=alias\.)/, "")))
    .findLast((text) => text.toLowerCase().startsWith(start));
  return name === "" ? undefined : given?.slice(start.length);
}

/** `git p` for `alias.p = push`, or `!cmd`: what it stands for, with the rest behind it. */
function readAlias(
  context: CommandContext,
  call: Invocation,
  given: {
    readonly alias: string;
    readonly head: readonly ExpandedWord[];
    readonly rest: readonly ExpandedWord[];
  },
): void {
  const { alias, head, rest } = given;
  const scope = { ...call.scope, inWords: true };
  if (!alias.startsWith("!")) {
    context.readWords([...head, ...splitText(literalWord(alias)), ...rest], scope);
    return;
  }
  readNested(context, literalWord(`${alias.slice(1)} "$@"`), call.scope);
}

interface Head {
  readonly at: number;
  /** Global options that rules which allow must name. */
  readonly kept: readonly ExpandedWord[];
  readonly harmless: boolean;
  readonly floors: readonly ShellFloor[];
  readonly directories: readonly ExpandedWord[];
  readonly files: readonly {
    readonly name: string;
    readonly meaning: "read";
    readonly value: ExpandedWord;
  }[];
}

function readGlobals(call: Invocation): Head {
  const kept: ExpandedWord[] = [];
  const floors: ShellFloor[] = [];
  const directories: ExpandedWord[] = [];
  const files: { name: string; meaning: "read"; value: ExpandedWord }[] = [];
  let harmless = false;
  let at = 1;
  for (; at < call.words.length; at += 1) {
    const word = call.words[at] as ExpandedWord;
    if (!word.text.startsWith("-")) break;
    if (git.GIT_HARMLESS_GLOBALS.has(word.text)) {
      harmless = true;
      continue;
    }
    kept.push(word);
    if (git.GIT_RUNNING_GLOBALS.test(word.text))
      floors.push(runsProgram(call, word.text.split("=")[0] ?? "-c"));
    const place = /^--(?:git-dir|work-tree)=(.*)$/s.exec(word.text)?.[1];
    if (place !== undefined)
      files.push({ name: word.text, meaning: "read", value: { ...word, text: place } });
    const value = call.words[at + 1];
    if (!git.GIT_GLOBAL_VALUES.has(word.text) || !value) continue;
    at += 1;
    kept.push(value);
    if (word.text === "-C") directories.push(value);
    if (word.text === "--git-dir" || word.text === "--work-tree")
      files.push({ name: word.text, meaning: "read", value });
  }
  return { at, kept, harmless, floors, directories, files };
}

function subcommandFloors(
  call: Invocation,
  name: string,
  { sub, scanned }: { readonly sub: ExpandedWord | undefined; readonly scanned: Scanned },
): readonly ShellFloor[] {
  const floors: ShellFloor[] = [];
  if (sub && !isLiteral(sub)) floors.push(runsProgram(call, "with a subcommand that is not known"));
  if (git.GIT_RUNNING_SUBCOMMANDS.has(name)) floors.push(runsProgram(call, name));
  const verb = scanned.operands[0]?.text;
  if (Object.hasOwn(git.GIT_RUNS, name) && verb === git.GIT_RUNS[name])
    floors.push(runsProgram(call, `${name} ${verb}`));
  for (const word of scanned.operands)
    if (/^[a-z][a-z0-9+.-]*::/i.test(word.text))
      floors.push(runsProgram(call, "with a remote helper"));
  return floors;
}

function enterAll(
  context: CommandContext,
  call: Invocation,
  {
    directories,
    unitIndex,
  }: { readonly directories: readonly ExpandedWord[]; readonly unitIndex: number },
): Invocation {
  let { where } = call.scope;
  for (const directory of directories) {
    const entered = enterDirectory(context, directory, {
      where,
      provenance: derived("operand", unitIndex),
      physical: true,
    });
    if (entered.now === null)
      context.reading.addUnknown(directory.text, "it works in a directory that is not known");
    where = { ...where, now: entered.now };
  }
  return { ...call, scope: { ...call.scope, where } };
}

interface GitOperands {
  readonly name: string;
  readonly scanned: Scanned;
  readonly unitIndex: number;
}

function readOperands(context: CommandContext, call: Invocation, given: GitOperands): void {
  const { name, scanned, unitIndex } = given;
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  const { operands } = scanned;
  const runs = Object.hasOwn(git.GIT_RUNS, name) && operands[0]?.text === git.GIT_RUNS[name];
  if (runs) readRun(context, call, { name, words: operands.slice(1) });
  else if (name === "config") readConfig(context, call, given);
  else if (git.GIT_REMOTE_SUBCOMMANDS.has(name)) readRemote(context, call, given);
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
  addRewritten(context, call, {
    name,
    scanned,
    unitIndex,
    root: repositoryAt(context, call)?.root,
  });
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

const CONFIG_READS =
  /^--(?:get|get-all|get-regexp|get-urlmatch|get-color|get-colorbool|list)$|^-l$/;
const CONFIG_WRITES =
  /^--(?:add|unset|unset-all|replace-all|rename-section|remove-section|edit)$|^-e$/;

function readConfig(
  context: CommandContext,
  call: Invocation,
  { scanned, unitIndex }: GitOperands,
): void {
  const { options, operands } = scanned;
  const [verb] = operands;
  const isVerb =
    verb !== undefined && /^(?:set|unset|rename-section|remove-section|edit)$/.test(verb.text);
  const reads =
    options.some(({ name }) => CONFIG_READS.test(name)) || /^(?:get|list)$/.test(verb?.text ?? "");
  const writes =
    isVerb || options.some(({ name }) => CONFIG_WRITES.test(name)) || operands.length > 1;
  if (reads || !writes || options.some(({ name }) => name === "-f" || name === "--file")) return;
  const has = (name: string) => options.some((option) => option.name === name);
  const place = has("--global")
    ? `${context.world.places.home}/.gitconfig`
    : has("--system")
      ? "/etc/gitconfig"
      : ".git/config";
  addFile(context, literalWord(place), {
    provenance: derived("operand", unitIndex),
    scope: call.scope,
    access: "write",
  });
}

/** `ext::sh -c touch% x`: words apart at blanks, with blanks and percent signs inside them escaped; no shell reads them. */
function readHelper(context: CommandContext, call: Invocation, word: ExpandedWord): void {
  const words = word.text.match(/(?:%[\s\S]|[^ ])+/g) ?? [];
  if (!isLiteral(word) || words.length === 0) {
    readNested(context, word, call.scope);
    return;
  }
  const decoded = words.map((text) => {
    const plain = text.replace(/%([ %])/g, "$1");
    // The service's name and its address are filled in.
    return /%[^ %]/.test(text) ? { ...dynamicWord(plain), template: true } : literalWord(plain);
  });
  context.readWords(decoded, { ...call.scope, inWords: true });
}

/** URLs, `host:path`, remote helpers and paths; a plain word is a remote's name. */
function readRemote(
  context: CommandContext,
  call: Invocation,
  { name, scanned, unitIndex }: GitOperands,
): void {
  const provenance = derived("destination", unitIndex);
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  const verb =
    name === "remote" || name === "submodule" || name === "bundle" || name === "subtree" ? 1 : 0;
  for (const [index, word] of scanned.operands.slice(verb).entries()) {
    const helper = /^([a-z][a-z0-9+.-]*)::(.*)$/is.exec(word.text);
    if (helper) {
      if (helper[1] === "ext") readHelper(context, call, { ...word, text: helper[2] ?? "" });
      else addUrl(context, { ...word, text: helper[2] ?? "" }, { provenance, fallback: "https" });
    } else if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word.text))
      addUrl(context, word, { provenance, fallback: "https" });
    else if (index === 0 && word.dynamic && verb === 0)
      addUrl(context, word, { provenance, fallback: "https" });
    else if (
      /^(?:[^/:@]+@)?(?:[^/:]+|\[[^\]]*\]):(?!:)/.test(word.text) &&
      !/^[+]|^refs\/|^HEAD:/.test(word.text) &&
      index === 0
    )
      addHost(
        context,
        { ...word, text: word.text.slice(0, word.text.lastIndexOf(":", word.text.search(/:/))) },
        { provenance, scheme: "ssh" },
      );
    else if (/^[./~]/.test(word.text) || (name === "clone" && index === 0))
      addFile(context, word, { ...file, access: name === "push" ? "write" : "read", tree: true });
    else if (name === "clone" && index === 1) addFile(context, word, { ...file, access: "write" });
  }
}
