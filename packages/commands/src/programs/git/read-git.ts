/**
 * Reads a command of git. Global options come before the subcommand: denials look past all of them, allowances past the harmless ones only.
 * Configuration given on the line, remote helpers and the options that name a program are floors; `git config` with a value
 * writes the configuration file.
 */
import type { ShellFloor } from "@toolplane/contract";
import * as git from "../../knowledge/book/git.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { emitUnit } from "../../line/emit-unit.ts";
import { enterDirectory } from "../../line/enter-directory.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../../words/expanded-word.ts";
import { splitText } from "../../words/split-text.ts";
import {
  applyOptions,
  derived,
  optionFloors,
  readNested,
  runsProgram,
} from "../options/option-effects.ts";
import { type Scanned, scanOptions } from "../options/scan-options.ts";
import { readGitGlobals } from "./read-git-globals.ts";
import { readGitOperands } from "./read-git-operands.ts";
import { readGitRepository } from "./read-git-repository.ts";
import { readSettingValues } from "./read-setting-values.ts";
import { repositoryAt } from "./repository-at.ts";

export function readGit(context: CommandContext, call: Invocation): void {
  const head = readGitGlobals(call);
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
  const onLine = aliasOnLine(call.words.slice(1, head.at), name);
  const repository = repositoryAt(context, enterAll(context, call, head), head);
  const configured = repository?.aliases.get(name.toLowerCase()) ?? [];
  const aliases = onLine === undefined ? configured : [onLine];
  const unknown = sub !== undefined && !isOwn && aliases.length === 0;
  const unitIndex = emitUnit(context, call, {
    argv: head.harmless ? [first, ...head.kept, ...tail] : call.words,
    alternates: [
      ...(head.at > 1 ? [[first, ...tail]] : []),
      ...(sends(name, scanned) ? [[first, literalWord("push"), ...rest]] : []),
      ...(name === "for-each-repo" ? [[first, ...scanned.operands]] : []),
    ],
    floors,
    unreadProgram: unknown,
    ...(reads ? { effect: "read" as const } : {}),
  });
  readSettingValues(context, call.words.slice(1, head.at), call.scope);
  const inside = enterAll(context, call, { ...head, unitIndex });
  // A repository that is made is written where it is said to be.
  const files = head.files.map(
    (file) => ({ ...file, meaning: name === "init" ? "write" : "read" }) as const,
  );
  applyOptions(context, inside, { options: [...scanned.options, ...files], unitIndex });
  const given = { name, scanned, unitIndex, repository };
  readGitOperands(context, inside, given);
  readGitRepository(context, inside, { ...given, rest: call.words.slice(1), unknown });
  // Words before the subcommand are read where git was started.
  addLooseWords(context, {
    words: call.words.slice(1, head.at),
    provenance: derived("operand", unitIndex),
    scope: call.scope,
  });
  // An alias counts for a command of git's own as well where that is not installed.
  for (const alias of aliases)
    if (!isOwn || alias.split(/\s/, 1)[0] !== name)
      readAlias(context, call, { alias, head: call.words.slice(0, head.at), rest });
}

function sends(name: string, { operands }: Scanned): boolean {
  const verb = Object.hasOwn(git.GIT_SENDING, name) ? git.GIT_SENDING[name] : undefined;
  return verb?.test(operands[0]?.text ?? "") ?? false;
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

/** Goes where `-C` leads; of what it passes nothing is written down before there is a unit. */
function enterAll(
  context: CommandContext,
  call: Invocation,
  {
    directories,
    unitIndex,
  }: { readonly directories: readonly ExpandedWord[]; readonly unitIndex?: number },
): Invocation {
  let { where } = call.scope;
  for (const directory of directories) {
    const provenance = unitIndex === undefined ? {} : { provenance: derived("operand", unitIndex) };
    const { now } = enterDirectory(context, directory, { where, physical: true, ...provenance });
    if (now === null && unitIndex !== undefined)
      context.reading.addUnknown(directory.text, "it works in a directory that is not known");
    where = { ...where, now };
  }
  return { ...call, scope: { ...call.scope, where } };
}
