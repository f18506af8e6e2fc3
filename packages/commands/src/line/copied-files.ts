/**
 * Files that the line itself makes. A denied program under another name is that program, however it came there: copied, linked,
 * piped, unpacked. So where the line runs a file by its path that it may have made, denials see whatever the line named before.
 */

import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { streamOf } from "../words/stream-number.ts";
import type { CommandContext, Invocation } from "./command-context.ts";
import { programPlace } from "./program-place.ts";
import { programTwins } from "./program-twins.ts";

const COPIERS = /^g?(?:cp|mv|ln|link|install|rsync|ditto|dd)$/;
/** Programs that give on what they read as it is. */
const PASSING = /^g?(?:cat|tee|head|tail|cp|mv|ln|link|install|rsync|ditto|dd)$/;
/** Names that are remembered of one line; with more of them nobody knows what was copied. */
const MAX_NAMED = 1_000;
/** Names that one program may have had; more are nobody's work. */
const MAX_FOUND = 64;
/** Texts and objects that compilers take by the hundred; no rule denies a program of such a name. */
const NO_PROGRAM =
  /\.(?:[chmo]|cc|cpp|cxx|hh|hpp|hxx|mm|java|kt|rs|go|swift|d|obj|class|tsx?|jsx|json|css|html|md|txt)$/i;
/** A glob that matches more names no program. */
const MAX_MATCHES = 40;

interface Noted {
  /** The program, as it is looked up. */
  readonly name: string;
  readonly call: Invocation;
  /** What a pattern stands for. */
  readonly matches: (word: ExpandedWord) => readonly string[];
}

/** Notes what this command names: any of it may be what a later file is made from. */
export function noteCopies(context: CommandContext, { name, call, matches }: Noted): void {
  const { reading } = context;
  if (
    COPIERS.test(name) &&
    call.words.some((word) => !word.dynamic && isStream(context, word, call))
  )
    reading.addOpaque(call.text, "what such a link gives is only known when it is read");
  const passes = PASSING.test(name);
  for (const word of call.words.slice(1)) {
    // The words of a wrapper are those of the command inside it once more.
    if (isNoted(context, word, passes)) continue;
    noteName(context, word, passes);
    const isGlob = word.pattern !== undefined && word.text.startsWith("/");
    if (isGlob && context.reading.isNew(`glob ${word.pattern}`))
      for (const text of matches(word).slice(0, MAX_MATCHES))
        noteName(context, literalWord(text), false);
  }
}

/** A word says its name once; that it is only known later matters where a command gives on what it holds. */
function isNoted({ reading }: CommandContext, word: ExpandedWord, passes: boolean): boolean {
  const before = reading.notedWords.size;
  if (reading.notedWords.add(word).size > before) return false;
  return !passes || (!word.dynamic && word.listed === undefined);
}

/** Notes one word; `passes` where the command gives on what that file holds. */
export function noteName(context: CommandContext, word: ExpandedWord, passes: boolean): void {
  const { named } = context.reading;
  if (named.size > MAX_NAMED || word.text.startsWith("-")) {
    const value = /^--?[\w-]+=(.+)$/s.exec(word.text)?.[1];
    if (value !== undefined && named.size <= MAX_NAMED) named.add(value);
    return;
  }
  for (const each of word.listed ?? [word])
    if (each.dynamic) {
      if (passes) named.add(UNKNOWN);
    } else if (!NO_PROGRAM.test(each.text)) named.add(each.text);
}

/** Stands for a file that is only known when the line runs. */
const UNKNOWN = "";

/** What the program of this call may be made from, by name; none where the line did not make it. */
export function copiedFrom(
  context: CommandContext,
  call: Pick<Invocation, "words" | "scope" | "assignments">,
): readonly string[] {
  const { named } = context.reading;
  const name = call.words[0]?.text ?? "";
  if (named.size === 0 || !mayBeMade(context, call)) return [];
  if (named.has(UNKNOWN) || named.size > MAX_FOUND)
    context.reading.addOpaque(name, "the program it would run is only known when it runs");
  const own = lastName(name);
  return newestNames(context, call).filter((each) => each !== own);
}

/** The newest are the likeliest; with what they are copies of themselves, which an earlier call may have made. */
function newestNames(
  context: CommandContext,
  call: Pick<Invocation, "words" | "scope">,
): readonly string[] {
  const { reading } = context;
  const { where } = call.scope;
  const known = reading.newest;
  if (known?.size === reading.named.size && known.where === where) return known.names;
  const found = [...reading.named].filter((text) => text !== UNKNOWN).slice(-MAX_FOUND);
  const names = [
    ...new Set(
      found.flatMap((text) => [
        lastName(text),
        ...programTwins(context, { ...call, words: [literalWord(inFolder(text))] }),
      ]),
    ),
  ];
  reading.newest = { size: reading.named.size, where, names };
  return names;
}

/** The path of a file that a command was given: there no name is looked for in PATH. */
function inFolder(text: string): string {
  const path = text.replace(/^(?:if|of)=/, "");
  return path.includes("/") ? path : `./${path}`;
}

/** A file that is not there yet, or that the line writes; a bare name only where the line says where programs are looked for. */
function mayBeMade(
  context: CommandContext,
  call: Pick<Invocation, "words" | "scope" | "assignments">,
): boolean {
  const name = call.words[0]?.text ?? "";
  if (!name.includes("/")) return isLookedFor(context, call) && !isKnown(context, name);
  const place = programPlace(context, call);
  if (place === null) return true;
  const { lexical, real, kind } = place;
  if (kind === "missing") return true;
  return context.reading.resources.some(
    (resource) =>
      resource.capability === "fs.write" && (resource.path === lexical || resource.real === real),
  );
}

function isLookedFor(
  { facts }: CommandContext,
  { assignments }: Pick<Invocation, "assignments">,
): boolean {
  return facts.writings.has("PATH") || assignments.some(({ name }) => name === "PATH");
}

function isKnown({ book }: CommandContext, name: string): boolean {
  return book.program(name) !== undefined || book.wrapper(name) !== undefined;
}

function isStream(context: CommandContext, { text }: ExpandedWord, call: Invocation): boolean {
  return streamOf(context, text.replace(/^(?:--[a-z-]+|if|of)=/, ""), call.scope) !== null;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/^(?:if|of)=/, "");
}
