/**
 * Reads a command of git. Global options come before the subcommand: denials look past all of them, allowances past the harmless ones only.
 * Configuration given on the line, remote helpers and the options that name a program are floors; `git config` with a value
 * writes the configuration file.
 */
import type { ShellFloor } from "@toolplane/contract";
import * as git from "../../knowledge/git.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { emitUnit } from "../../line/emit-unit.ts";
import { enterDirectory } from "../../line/enter-directory.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../../words/expanded-word.ts";
import { splitText } from "../../words/split-text.ts";
import { readNested } from "../inner/read-program-text.ts";
import { readValueCommand } from "../inner/read-value-command.ts";
import {
  applyOptions,
  derived,
  optionFloors,
  runsProgram,
  writesByOption,
} from "../options/option-effects.ts";
import { type Scanned, scanOptions } from "../options/scan-options.ts";
import type { GitCall } from "./git-call.ts";
import { readGitFiles } from "./read-git-files.ts";
import { readGitGlobals } from "./read-git-globals.ts";
import { readGitHistory } from "./read-git-history.ts";
import { readGitRemote } from "./read-git-remote.ts";
import { repositoryAt } from "./repository-at.ts";

export function readGit(context: CommandContext, call: Invocation): void {
  const head = readGitGlobals(call);
  const sub = call.words[head.at];
  const globals = call.words.slice(1, head.at);
  const rest = call.words.slice(head.at + 1);
  const name = sub && isLiteral(sub) ? sub.text : "";
  const scanned = scanOptions(rest, git.gitOptions(name));
  const first = call.words[0] as ExpandedWord;
  const tail = call.words.slice(head.at);
  const verb = `${name} ${scanned.operands[0]?.text ?? ""}`;
  const isOwn = git.GIT_COMMANDS.has(name);
  const repository = repositoryAt(context, enterAll(context, call, head), head);
  const onLine = aliasOnLine(globals, name);
  const aliases =
    onLine === undefined ? (repository?.aliases.get(name.toLowerCase()) ?? []) : [onLine];
  const unknown = sub !== undefined && !isOwn && aliases.length === 0;
  const unitIndex = emitUnit(context, call, {
    argv: head.harmless ? [first, ...head.kept, ...tail] : call.words,
    alternates: [
      ...(head.at > 1 ? [[first, ...tail]] : []),
      ...(git.GIT_SENDING.test(verb) ? [[first, literalWord("push"), ...rest]] : []),
      ...(name === "for-each-repo" ? [[first, ...scanned.operands]] : []),
    ],
    floors: [
      ...head.floors,
      ...optionFloors(call, scanned.options),
      ...subcommandFloors(call, { name, sub, operands: scanned.operands }),
    ],
    unreadProgram: unknown,
    effect: effectOf(verb, { ...scanned, name }),
  });
  for (const word of globals) {
    const [, key = "", value = ""] = /^(?:-c)?([\w.-]+)=(.*)$/s.exec(word.text) ?? [];
    if (git.GIT_PROGRAM_SETTINGS.test(key.toLowerCase()) && key.includes("."))
      readValueCommand(context, { ...word, text: value }, call.scope);
  }
  const inside = enterAll(context, call, { ...head, unitIndex });
  // A repository that is made is written where it is said to be.
  const files = head.files.map(
    (file) => ({ ...file, meaning: name === "init" ? "write" : "read" }) as const,
  );
  applyOptions(context, inside, { options: [...scanned.options, ...files], unitIndex });
  const given: GitCall = { name, scanned, unitIndex, repository, unknown };
  if (git.GIT_REMOTE.has(name)) readGitRemote(context, inside, given);
  readGitFiles(context, inside, given);
  readGitHistory(context, inside, given);
  // Words before the subcommand are read where git was started.
  const provenance = derived("operand", unitIndex);
  addLooseWords(context, { words: globals, provenance, scope: call.scope });
  // An alias counts for a command of git's own as well where that is not installed.
  for (const alias of aliases)
    if (!isOwn || alias.split(/\s/, 1)[0] !== name)
      readAlias(context, call, { alias, head: call.words.slice(0, head.at), rest });
}

function effectOf(
  verb: string,
  { name, options }: Pick<Scanned, "options"> & { readonly name: string },
): "read" | "fetch" | "send" | undefined {
  if (name === "push" || git.GIT_SENDING.test(verb)) return "send";
  if (writesByOption(options)) return undefined;
  if (git.GIT_LOOKING.has(name)) return "read";
  return git.GIT_FETCHING.test(verb) ? "fetch" : undefined;
}

/** `git -c alias.p=push p`. */
function aliasOnLine(globals: readonly ExpandedWord[], name: string): string | undefined {
  const start = `alias.${name.toLowerCase()}=`;
  const given = globals
    .map(({ text, dynamic }) => (dynamic ? "" : text.replace(/^-c(?=alias\.)/, "")))
    .findLast((text) => text.toLowerCase().startsWith(start));
  return name === "" ? undefined : given?.slice(start.length);
}

/** Reads the meaning of an alias with the rest of the words behind it: `git push …` for `alias.p = push`, a line for `!cmd`. */
function readAlias(
  context: CommandContext,
  { scope }: Invocation,
  given: {
    readonly alias: string;
    readonly head: readonly ExpandedWord[];
    readonly rest: readonly ExpandedWord[];
  },
): void {
  const { alias, head, rest } = given;
  if (alias.startsWith("!")) readNested(context, literalWord(`${alias.slice(1)} "$@"`), scope);
  else
    context.readWords([...head, ...splitText(literalWord(alias)), ...rest], {
      ...scope,
      inWords: true,
    });
}

function subcommandFloors(
  call: Invocation,
  {
    name,
    sub,
    operands,
  }: {
    readonly name: string;
    readonly sub: ExpandedWord | undefined;
    readonly operands: readonly ExpandedWord[];
  },
): readonly ShellFloor[] {
  const floors: ShellFloor[] = [];
  if (sub && !isLiteral(sub)) floors.push(runsProgram(call, "with a subcommand that is not known"));
  if (git.GIT_SERVERS.test(name) || operands[0]?.text === (git.GIT_RUNS[name] ?? null))
    floors.push(runsProgram(call, name));
  if (operands.some(({ text }) => /^[a-z][a-z0-9+.-]*::/i.test(text)))
    floors.push(runsProgram(call, "with a remote helper"));
  return floors;
}

/** Goes where `-C` leads; of what it passes nothing is written down before there is a unit. */
function enterAll(
  context: CommandContext,
  call: Invocation,
  given: { readonly directories: readonly ExpandedWord[]; readonly unitIndex?: number },
): Invocation {
  const { unitIndex } = given;
  let { where } = call.scope;
  for (const directory of given.directories) {
    const provenance = unitIndex === undefined ? {} : { provenance: derived("operand", unitIndex) };
    const { now } = enterDirectory(context, directory, { where, physical: true, ...provenance });
    if (now === null && unitIndex !== undefined)
      context.reading.addUnknown(directory.text, "it works in a directory that is not known");
    where = { ...where, now };
  }
  return { ...call, scope: { ...call.scope, where } };
}
