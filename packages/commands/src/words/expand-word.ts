/**
 * A word of the source as the words a program gets. Only certain knowledge is used: a variable counts when `lookup` knows
 * its value for sure, and unquoted only when splitting and globbing leave that value alone. All else is dynamic.
 */
import type { Word } from "unbash";
import { expandBraces } from "./expand-braces.ts";
import { dynamicWord, type ExpandedWord, literalWord } from "./expanded-word.ts";
import { type Atom, wordAtoms } from "./word-atoms.ts";

/** The knowledge at the place of a word. */
export interface WordKnowledge {
  /** The value of a variable, when there is no doubt about it. */
  readonly lookup: (name: string) => string | undefined;
  /** Asks for room for so many words that braces make; false when the line has had too many. */
  readonly takeRoom: (words: number) => boolean;
  /** The folder that `~` means; undefined when the line may change it. */
  readonly home: string | undefined;
}

const PLAIN = /^[^\\{~*?[\]=]+$/;
const PLAIN_VALUE = /^[A-Za-z0-9_./:@%+,-]*$/;
/** A value that splitting and globbing cannot change. */
const WHOLE = /^[A-Za-z0-9_./:=@%+,-]+$/;
const GLOB_CHARACTER = /[*?[\]\\]/g;

/** Expands one word. An unquoted `$x` alone stays one dynamic word, though it may become none or many. */
export function expandWord(word: Word, known: WordKnowledge): readonly ExpandedWord[] {
  const { parts } = word;
  if (parts === undefined && PLAIN.test(word.text)) return [literalWord(word.text)];
  const atoms = wordAtoms(word);
  const braced = atoms.some(
    (atom) => atom.kind === "text" && !atom.quoted && atom.text.includes("{"),
  );
  if (!braced) return [joinAtoms(atoms, word.text, known)];
  // Pairing braces costs the square of their number.
  const braces = word.text.split("{").length;
  const words = known.takeRoom(1 + ((braces * braces) >> 4)) ? expandBraces(atoms) : null;
  if (words === null || !known.takeRoom(words.length)) return [dynamicWord(word.text)];
  if (words.length === 1) return [joinAtoms(words[0] ?? [], word.text, known)];
  // An empty alternative of an unquoted brace is no word at all.
  return words.filter((each) => each.length > 0).map((each) => joinAtoms(each, word.text, known));
}

/** The value of an assignment: no braces, no splitting, no globs. */
export function expandValue(word: Word, known: WordKnowledge): ExpandedWord {
  if (word.parts === undefined && PLAIN_VALUE.test(word.text)) return literalWord(word.text);
  const { pattern: _, ...value } = joinAtoms(wordAtoms(word), word.text, known);
  return /(^|:)~/.test(value.text) && !/^['"]/.test(word.text) ? dynamicWord(word.text) : value;
}

function joinAtoms(atoms: readonly Atom[], source: string, known: WordKnowledge): ExpandedWord {
  let text = "";
  let pattern = "";
  const globs = atoms.some(({ kind }) => kind === "glob");
  let last = "";
  for (let index = 0; index < atoms.length; index += 1) {
    const atom = atoms[index] as Atom;
    const mayBeHome = index === 0 || last.endsWith("=");
    const piece = mayBeHome
      ? withTilde(atom, { before: text, followed: index + 1 < atoms.length, known })
      : plainText(atom);
    if (piece === "tilde") return unsure(atoms, source);
    const value = piece ?? variableValue(atom, known);
    if (value === undefined) {
      if (atom.kind !== "glob") return unsure(atoms, source);
      last = atom.text;
      text += atom.text;
      pattern += atom.text;
      continue;
    }
    if (value !== "") last = value;
    text += value;
    if (globs) pattern += value.replace(GLOB_CHARACTER, "\\$&");
  }
  return globs ? { text, dynamic: false, splits: true, pattern } : literalWord(text);
}

function plainText(atom: Atom): string | undefined {
  return atom.kind === "text" ? atom.text : undefined;
}

function variableValue(atom: Atom, known: WordKnowledge): string | undefined {
  if (atom.kind !== "variable") return undefined;
  const value = known.lookup(atom.name);
  return value === undefined || atom.quoted || WHOLE.test(value) ? value : undefined;
}

/** A tilde is one at the start of a word, and after the `=` of what looks like an assignment (`dd if=~/x`). */
function withTilde(
  atom: Atom,
  place: { readonly before: string; readonly followed: boolean; readonly known: WordKnowledge },
): string | "tilde" | undefined {
  const { before, followed, known } = place;
  if (atom.kind !== "text" || atom.quoted) return plainText(atom);
  const named = /^[A-Za-z_]\w*\+?=(?=~)/.exec(atom.text)?.[0];
  const lead = before === "" ? (named ?? "") : "";
  if (before !== "" && !/^[A-Za-z_]\w*\+?=$/.test(before)) return atom.text;
  const rest = atom.text.slice(lead.length);
  if (!rest.startsWith("~")) return atom.text;
  // `~"/x"` is no tilde at all, and `~$x` is anybody's.
  if (followed && !rest.includes("/")) return "tilde";
  if (known.home !== undefined && /^~(\/|$)/.test(rest)) return lead + known.home + rest.slice(1);
  if (/^~root(\/|$)/.test(rest)) return `${lead}/root${rest.slice(5)}`;
  return "tilde";
}

function unsure(atoms: readonly Atom[], source: string): ExpandedWord {
  const splits = atoms.some(
    (atom) => atom.kind === "glob" || (atom.kind !== "text" && !atom.quoted && !("pipe" in atom)),
  );
  const only = atoms.length === 1 ? atoms[0] : undefined;
  const pipe = only?.kind === "expansion" && only.pipe === true;
  return { text: literalStart(atoms) ?? source, dynamic: true, splits, ...(pipe ? { pipe } : {}) };
}

/** Quotes out, expansions as written: `"--output=$x"` can still be seen to be that option. */
function literalStart(atoms: readonly Atom[]): string | undefined {
  const text = atoms.map((atom) => atom.text).join("");
  return text === "" ? undefined : text;
}
