/**
 * Patterns over commands: lists of words, never prefixes of text, so `cat *` cannot match `catalog`. A word without `*`
 * is itself; a lone `*` is one word in the middle and any rest at the end; `*` glued to the first word ends it (`ls*` is
 * `ls *`), glued to a later last word it is a prefix and then any rest; anywhere else it is a glob within its word.
 *
 * Words that the shell would expand are matched by a lone `*` or the rest only. Allowances want the bare name exactly; a
 * restriction looks at the base name, whatever its letter case, because some file systems run `/bin/RM` for `rm`.
 */
import type { ShellWord } from "@toolplane/contract";
import {
  codePoints,
  compileTextGlob,
  coversGlob,
  literalGlob,
  STAR,
  type TextGlob,
  trimEnd,
} from "@toolplane/readings";
import { lowerAscii } from "./lower-ascii.ts";
import { patternFault } from "./pattern-fault.ts";
import { splitPatternWords } from "./split-pattern-words.ts";

export interface ArgvPattern {
  readonly text: string;
  readonly literal: boolean;
  /** The reading of what allows. */
  matches(argv: readonly ShellWord[]): boolean;
  /** The reading of what restricts: by base name. */
  matchesBasename(argv: readonly ShellWord[]): boolean;
  /** True when words that are only known when it runs could make it a command that this restricts: `npm $x`. */
  mayMatch(argv: readonly ShellWord[]): boolean;
  /** True when every command that `other` matches is matched by this one, in both readings. */
  covers(other: ArgvPattern): boolean;
  /** True for `*` and `**`: any command at all, a dynamic name included. */
  readonly everything: boolean;
  readonly words: readonly (TextGlob | null)[];
  /** True when any further words may follow. */
  readonly rest: boolean;
}

/** Throws a ConfigurationError for all that does not compile. */
export function checkArgvPattern(text: string): void {
  if (text.includes("\0")) throw patternFault(text, "holds a NUL");
}

/** Compiles a command pattern. The empty pattern matches nothing. */
export function compileArgvPattern(text: string): ArgvPattern {
  checkArgvPattern(text);
  const everything = text === "*" || text === "**";
  const { words, rest } = everything ? { words: [], rest: true } : parse(splitPatternWords(text));
  const nothing = !everything && words.length === 0 && !rest;
  const first = words[0] ?? null;
  const foldedName = first === null ? null : lowerGlob(first);
  const pattern: ArgvPattern = {
    text,
    literal: !nothing && !rest && words.every((word) => word !== null && word.text !== null),
    everything,
    words,
    rest,
    matches: (argv) => {
      if (everything) return true;
      const name = argv[0];
      if (nothing || typeof name !== "string") return false;
      return isBareName(first, name) && fitsArguments(pattern, argv);
    },
    matchesBasename: (argv) =>
      everything || (!nothing && isBaseName(foldedName, argv[0]) && fitsArguments(pattern, argv)),
    mayMatch: (argv) =>
      !everything && !nothing && isBaseName(foldedName, argv[0]) && mayFit(pattern, argv),
    covers: (other) => {
      if (everything || isNothing(other)) return true;
      return !nothing && !other.everything && coversWords(pattern, other);
    },
  };
  return pattern;
}

// The star of a name never crosses a slash: `./git` is not `git`, and `scripts/*` opens one folder only.
function isBareName(word: TextGlob | null, name: string): boolean {
  if (word === null) return !name.includes("/");
  if (word.text !== null) return word.text === name;
  return word.test(name) && name.split("/").length - 1 === countSlashes(word);
}

function isBaseName(folded: TextGlob | null, name: ShellWord | undefined): boolean {
  if (folded === null) return true;
  if (typeof name !== "string") return false;
  const lower = lowerAscii(name);
  return folded.test(lower) || folded.test(lower.slice(lower.lastIndexOf("/") + 1));
}

/** Everything but the name: how many words there are, and each from the second on. */
function fitsArguments(pattern: ArgvPattern, argv: readonly ShellWord[]): boolean {
  const { words, rest } = pattern;
  if (argv.length < words.length || (!rest && argv.length > words.length)) return false;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? null;
    const given = argv[index];
    if (word !== null && (typeof given !== "string" || !word.test(given))) return false;
  }
  return true;
}

/**
 * True when the first unknown word is where the pattern names the subcommand, and the words before it fit. An option
 * there does not count: `rm "$file"` is no `rm -rf`.
 */
function mayFit({ words }: ArgvPattern, argv: readonly ShellWord[]): boolean {
  const at = argv.findIndex((word) => typeof word !== "string");
  if (at < 1 || at >= words.length || words[at]?.text?.startsWith("-")) return false;
  return words
    .slice(1, at)
    .every((word, index) => word === null || word.test(argv[index + 1] as string));
}

function coversWords(wide: ArgvPattern, narrow: ArgvPattern): boolean {
  if (narrow.words.length < wide.words.length) return false;
  if (!wide.rest && (narrow.rest || narrow.words.length > wide.words.length)) return false;
  return wide.words.every((word, index) => {
    const other = narrow.words[index] ?? null;
    if (index === 0) return coversName(word, other);
    return word === null || (other !== null && coversGlob(word, other));
  });
}

function coversName(wide: TextGlob | null, narrow: TextGlob | null): boolean {
  if (narrow === null) return wide === null;
  const slashes = countSlashes(narrow);
  if (wide === null) return slashes === 0;
  return slashes === countSlashes(wide) && coversGlob(wide, narrow);
}

const SLASH = 47;

function countSlashes(glob: TextGlob): number {
  return glob.symbols().filter((symbol) => symbol === SLASH).length;
}

function isNothing(pattern: ArgvPattern): boolean {
  return !pattern.everything && pattern.words.length === 0 && !pattern.rest;
}

function parse(tokens: readonly string[]): Pick<ArgvPattern, "words" | "rest"> {
  const words: (TextGlob | null)[] = [];
  let rest = false;
  tokens.forEach((token, index) => {
    const last = index === tokens.length - 1;
    const lone = /^\*+$/.test(token);
    if (lone) {
      if (last) rest = true;
      else words.push(null);
    } else if (token.endsWith("*") && index === 0) {
      // After a slash the star is the name itself: `./scripts/*` is any script of that folder.
      const name = trimEnd(token, "*");
      const isFolder = name.endsWith("/");
      words.push(wordGlob(isFolder ? token : name));
      if (last) rest = true;
      else if (!isFolder) words.push(null);
    } else {
      words.push(wordGlob(token));
      if (last && token.endsWith("*")) rest = true;
    }
  });
  return { words, rest };
}

function wordGlob(token: string): TextGlob {
  if (!token.includes("*")) return literalGlob(token);
  return compileTextGlob(
    Array.from(token).flatMap((character) => (character === "*" ? [STAR] : codePoints(character))),
  );
}

function lowerGlob(glob: TextGlob): TextGlob {
  if (glob.text !== null) return literalGlob(lowerAscii(glob.text));
  return compileTextGlob(
    glob.symbols().map((symbol) => (symbol >= 65 && symbol <= 90 ? symbol + 32 : symbol)),
  );
}
