/**
 * Matches paths as git matches the patterns of .gitignore (its wildmatch with path names): byte by byte, `*`, `?` and sets
 * never cross a slash, `**` does where it is a whole name. Texts here are bytes in latin1, one character for each byte of
 * UTF-8.
 */
import { matchWildcards, type WildcardReading } from "@toolplane/readings";
import { readByteSet } from "./read-byte-set.ts";

/** A byte by its code, or one of many. */
type NameToken = number | "star" | "one" | { readonly has: (code: number) => boolean };

/** The tokens of one name, any number of names, or exactly one, whatever it is. */
type Name = readonly NameToken[] | "names" | "name";

const SLASH = 0x2f;
const SPECIAL = /[*?[\\]/;

const BYTES: WildcardReading<NameToken, string> = {
  isStar: (token) => token === "star",
  accepts(token, byte) {
    if (typeof token === "number") return token === byte.charCodeAt(0);
    return typeof token === "string" || token.has(byte.charCodeAt(0));
  },
};

const NAMES: WildcardReading<Name, string> = {
  isStar: (name) => name === "names",
  accepts: (name, text) =>
    typeof name === "string" || matchWildcards(name, Array.from(text), BYTES),
};

/** A predicate over whole texts; a pattern that git cannot read matches nothing. */
export function compileIgnorePattern(pattern: string): (text: string) => boolean {
  const wild = pattern.search(SPECIAL);
  if (wild < 0) return (text) => text === pattern;
  // Git compares what comes before the first sign apart, so a `**` right after it counts as standing at the beginning.
  const prefix = pattern.slice(0, wild);
  const names = readNames(pattern.slice(wild));
  if (names === null) return () => false;
  return (text) =>
    text.startsWith(prefix) && matchWildcards(names, text.slice(prefix.length).split("/"), NAMES);
}

function readNames(pattern: string): readonly Name[] | null {
  const names: Name[] = [];
  let tokens: NameToken[] = [];
  for (let at = 0; at < pattern.length; ) {
    const globstar = readGlobstar(pattern, at);
    if (globstar !== null) {
      names.push(...globstar.names);
      if (globstar.isLast) return names;
      at = globstar.end;
      continue;
    }
    const read = readToken(pattern, at);
    if (read === null) return null;
    at = read.end;
    if (read.token !== SLASH) tokens.push(read.token);
    else {
      names.push(tokens);
      tokens = [];
    }
  }
  return [...names, tokens];
}

/** Two stars or more that are a whole name, together with the slash behind them. */
function readGlobstar(
  pattern: string,
  at: number,
): { readonly names: readonly Name[]; readonly end: number; readonly isLast: boolean } | null {
  const opens = at === 0 || pattern.charAt(at - 1) === "/";
  const end = endOfStars(pattern, at);
  const rest = pattern.slice(end, end + 2);
  if (!opens || end < at + 2) return null;
  // With an ordinary slash it may stand for no name at all; at the end, or before an escaped slash, it is one at least.
  if (rest.startsWith("/")) return { names: ["names"], end: end + 1, isLast: false };
  if (rest !== "" && rest !== "\\/") return null;
  return { names: ["name", "names"], end: end + rest.length, isLast: rest === "" };
}

function endOfStars(pattern: string, at: number): number {
  let end = at;
  while (pattern.charAt(end) === "*") end += 1;
  return end;
}

function readToken(
  pattern: string,
  at: number,
): { readonly token: NameToken; readonly end: number } | null {
  const sign = pattern.charAt(at);
  if (sign === "*") return { token: "star", end: endOfStars(pattern, at) };
  if (sign === "?") return { token: "one", end: at + 1 };
  if (sign === "[") {
    const set = readByteSet(pattern, at);
    return set && { token: { has: set.has }, end: set.end };
  }
  const escaped = sign === "\\";
  if (escaped && at + 1 >= pattern.length) return null;
  return { token: pattern.charCodeAt(at + (escaped ? 1 : 0)), end: at + (escaped ? 2 : 1) };
}
