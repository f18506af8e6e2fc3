/**
 * Words whose meaning nobody has written down: those of an unknown program, and values of options that no row lists. While
 * nothing holds a command, each of them that names something which is there counts as a read of it, in whatever form programs
 * take names: `--file=x`, `-fx`, `key=x`, `@x`, `x:y`, `x,y`. Of a program that nobody knows it may be a write as well.
 */
import type { Provenance } from "@toolplane/contract";
import { mayNamePrivate } from "@toolplane/readings";
import type { CommandContext, Scope } from "../line/command-context.ts";
import { isInsidePlaces } from "../line/enter-directory.ts";
import { TOO_MANY_FILES } from "../line/shell-world.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { addFile, addPath, type FileUse, placesOf } from "./add-file.ts";

/** Of a word that holds more names it is not known which of them is a file. */
const MAX_FORMS = 256;
/** More letters before a value are a word. */
const MAX_LETTERS = 4;

export interface LooseWords {
  readonly words: readonly ExpandedWord[];
  readonly provenance: Provenance;
  readonly scope: Scope;
  /** A folder counts with everything below it. */
  readonly trees?: boolean;
  /** Nobody knows the program, so a word that is only known when it runs may be a file too. */
  readonly unknownProgram?: boolean;
  /** True when files that they name in the workspace may be written too. */
  readonly mayWrite?: boolean;
}

/** Adds what the words name; while a sandbox hides what is closed only files with keys or passwords, which ask by their names. */
export function addLooseWords(context: CommandContext, loose: LooseWords): void {
  const { provenance, scope, trees = false } = loose;
  if (!scope.local) return;
  if (!context.world.exposed) {
    addPrivate(context, loose);
    return;
  }
  for (const [index, word] of loose.words.entries()) {
    if (word.pipe) continue;
    if (word.dynamic) {
      if (loose.unknownProgram)
        context.reading.addUnknown(word.text, "it may name a file that is only known when it runs");
      continue;
    }
    const use = { provenance, scope, access: "read" as const, tree: trees, follows: trees };
    const forms = formsOf(word.text);
    if (forms.length > MAX_FORMS)
      context.reading.addUnknown(word.text, "it holds more names than can be looked at");
    if (word.pattern !== undefined) addFile(context, word, use);
    for (const text of forms) {
      if (isThere(context, text, scope)) addFile(context, literalWord(text), use);
      const isValue = text !== word.text || loose.words[index - 1]?.text.startsWith("-") === true;
      if (loose.mayWrite) addWritten(context, text, { ...use, isValue });
    }
  }
}

/** The text of a program in another language: only names in it count, and only where a sandbox holds it, for else it asks as a whole. */
export function addCodeWords(context: CommandContext, code: LooseWords): void {
  if (!context.world.exposed && code.scope.local) addPrivate(context, code);
}

function addPrivate(context: CommandContext, { words, scope, ...loose }: LooseWords): void {
  const { isPrivate } = context.world;
  const provenance = { ...loose.provenance, via: "word" } as const;
  if (isPrivate === undefined) return;
  for (const word of words) {
    if (word.pipe || word.dynamic || !mayNamePrivate(word.text)) continue;
    for (const text of formsOf(word.text))
      if (isPrivate(text) && scope.where.now !== null && isThere(context, text, scope))
        addFile(context, literalWord(text), { provenance, scope, access: "read" });
  }
}

/** A name in the workspace that stands where an output could: one that is there, looks like a path, or is given to an option. */
function addWritten(
  context: CommandContext,
  text: string,
  { isValue, ...use }: FileUse & { readonly isValue: boolean },
): void {
  if (!NAME.test(text) || use.scope.where.now === null) return;
  for (const place of placesOf(context, literalWord(text), use.scope)) {
    const path = context.world.path(place, "write");
    if (!path.ok || !isInsidePlaces(context, path.value.real)) continue;
    if (path.value.kind !== "missing" || isValue || /[./]/.test(text))
      addPath(context, place, { ...use, access: "write", tree: true });
  }
}

/** No option, no address, no text of several words. */
const NAME = /^(?![-+@]|[a-z][a-z0-9+.-]*:\/\/|\.{1,2}\/?$)[\w./@+~%-]{1,255}$/i;

/** The names that may stand in a word. */
function formsOf(word: string): readonly string[] {
  if (PLAIN.test(word)) return [word];
  const forms = new Set<string>([word]);
  const option = /^--?[\w.-]+[=:](.*)$/s.exec(word)?.[1];
  if (option !== undefined) forms.add(option);
  // `-fx`, and behind other letters `-vfx`.
  else if (/^-[A-Za-z]./s.test(word))
    for (let at = 2; at <= MAX_LETTERS + 1 && /^[A-Za-z]+$/.test(word.slice(1, at)); at += 1)
      if (at < word.length) forms.add(word.slice(at));
  for (const form of forms) {
    const parts = [
      /^[^=]*=(.*)$/s.exec(form)?.[1],
      /^[@<+](.*)$/s.exec(form)?.[1],
      /^fileb?:(?:\/\/[^/]*(?=\/))?(?:\/\/)?(.*)$/is.exec(form)?.[1],
      // A name in a text of the program's own language: `load("x")`.
      ...[...form.matchAll(/["']([^"'\s]+)["']/g)].map(([, name]) => name),
      ...(/[:,;]/.test(form) ? form.split(/[:,;]/) : []),
    ];
    for (const part of parts)
      if (part !== undefined && part !== "" && forms.size <= MAX_FORMS) forms.add(part);
  }
  return [...forms];
}

/** A word without any sign that another name could stand behind: most are. */
const PLAIN = /^[\w./][\w./-]*$/;

function isThere(context: CommandContext, text: string, scope: Scope): boolean {
  if (text === "" || text === "-") return false;
  if (!text.startsWith("/") && scope.where.now === null) {
    context.reading.addUnknown(text, "it is relative to a directory that is not known");
    return false;
  }
  return placesOf(context, literalWord(text), scope).some((place) => {
    const path = context.world.path(place, "read");
    if (!path.ok && path.message === TOO_MANY_FILES) context.reading.addUnknown(text, path.message);
    return path.ok && (path.value.kind === "file" || path.value.kind === "directory");
  });
}
