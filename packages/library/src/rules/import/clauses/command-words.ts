/**
 * A command as other programs match it (text, in which `*` runs over blanks) said in ours (words, in which it does not). What
 * matches the same is *exact*. Else there are two patterns: `inner` matches nothing that the text does not, for allowances;
 * `outer` matches everything that it does, for restrictions.
 */
import { trimEnd } from "@toolplane/readings";
import { readGlob, type SourceGlob } from "./source-glob.ts";

/** The same thing in our words. */
export interface CommandWords {
  /** Null when nothing can be said. */
  readonly inner: string | null;
  readonly outer: string;
  readonly isExact: boolean;
  /** Null when it can match more than one simple command at once. */
  readonly glob: SourceGlob | null;
  readonly why: string;
}

/** Blanks that are not the plain ones end a command, or are part of a word that only looks like two. */
const OPERATORS = /[;|&<>`()]|(?! )[\s\p{Cc}]/u;
/** Characters to which a shell gives a meaning of its own: in a typed command these are not words to be compared. */
const SHELL = /["'\\$~{}[\]?#!]/;

/** Reads a text pattern. A trailing ` *` also matches nothing, as in every program we read. */
export function readCommand(given: string): CommandWords {
  const text = trimEnd(given.replace(/^[ \t\r\n]+/, ""), " \t\r\n").replace(/[ \t]+/g, " ");
  if (/^\**$/.test(text)) return text === "" ? nothing() : { ...exact("*"), glob: readGlob("*") };
  if (OPERATORS.test(text))
    return {
      ...cut(text, "our rules are about one simple command, and this speaks of several"),
      glob: null,
    };
  const glob = globOf(text);
  const stars = [...text].filter((character) => character === "*").length;
  if (SHELL.test(text)) {
    if (stars === 0 && !/[\\$~{}[\]?#!]/.test(text)) return { ...exact(text), glob };
    return { ...cut(text, "a shell reads this text before it runs"), glob };
  }
  if (stars === 0) return { ...exact(text), glob };
  const words = text.split(" ");
  const last = words.at(-1) ?? "";
  const only = stars === 1 && last.endsWith("*");
  if (only && words.length > 1) return { ...exact(text), glob };
  if (only)
    return {
      inner: `${last.slice(0, -1)} *`,
      outer: "*",
      isExact: false,
      glob,
      why: `names that only begin with "${last.slice(0, -1)}" cannot be told apart`,
    };
  return {
    // Where there are several stars, not every program lets the last one match nothing.
    inner: last === "*" ? `${text} *` : text,
    outer: prefix(text.slice(0, text.indexOf("*"))),
    isExact: false,
    glob,
    why: "a * in the middle is one word here",
  };
}

/** Words that must be at the start, whatever follows: exact, unless a word cannot be written. */
export function readWords(words: readonly string[]): CommandWords {
  const glob = globOf(`${words.join(" ")} *`);
  const written = words.map(writeWord);
  const text = written.every((word) => word !== null) ? `${written.join(" ")} *` : null;
  if (text !== null) return { ...exact(text), glob };
  const head = written.slice(0, written.indexOf(null)).join(" ");
  return {
    inner: null,
    outer: head === "" ? "*" : `${head} *`,
    isExact: false,
    glob,
    why: "one of its words cannot be written in a pattern",
  };
}

/** A word as a pattern reads it as itself; null where none can be written. */
function writeWord(word: string): string | null {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (word === "" || /[*{}\0]/.test(word)) return null;
  if (!word.includes('"')) return `"${word}"`;
  return word.includes("'") ? null : `'${word}'`;
}

/** `git *` matches `git` too, so the blank before a last star is optional: said as a glob, it is `git*`. */
function globOf(text: string): SourceGlob {
  return readGlob(text.endsWith(" *") ? `${text.slice(0, -2)}*` : text, "*?");
}

function exact(pattern: string): Omit<CommandWords, "glob"> {
  return { inner: pattern, outer: pattern, isExact: true, why: "" };
}

function nothing(): CommandWords {
  return { inner: null, outer: "*", isExact: false, glob: null, why: "it names no command" };
}

function cut(text: string, why: string): Omit<CommandWords, "glob"> {
  const at = text.search(/[*;|&<>`()"'\\$~{}[\]?#!]|(?! )[\s\p{Cc}]/u);
  return { inner: null, outer: prefix(text.slice(0, at)), isExact: false, why };
}

/** Everything that begins with this text. A name that is only begun could be any name. */
function prefix(text: string): string {
  const words = text.split(" ").filter((word) => word !== "");
  if (words.length === 0) return "*";
  if (text.endsWith(" ")) return `${words.join(" ")} *`;
  return words.length === 1 ? "*" : `${words.join(" ")}*`;
}
