/**
 * Matches paths as git matches the patterns of .gitignore (its wildmatch with path names): byte by byte, `*`, `?` and sets
 * never cross a slash, `**` does where it is a whole name. All states are followed at once, so no pattern is slow. Texts
 * here are bytes in latin1, one character for each byte of UTF-8.
 */
import { readByteSet } from "./read-byte-set.ts";

type Token =
  | { readonly kind: "byte"; readonly code: number }
  | { readonly kind: "one" }
  | { readonly kind: "set"; readonly has: (code: number) => boolean }
  | { readonly kind: "star" }
  /** `skipsSlash`: a slash follows that goes with it when it stands for no name at all. */
  | { readonly kind: "globstar"; readonly skipsSlash: boolean };

const SLASH = 0x2f;
const SPECIAL = /[*?[\\]/;

/** A predicate over whole texts; a pattern that git cannot read matches nothing. */
export function compileIgnorePattern(pattern: string): (text: string) => boolean {
  const wild = pattern.search(SPECIAL);
  if (wild < 0) return (text) => text === pattern;
  // Git compares what comes before the first sign apart, so a `**` right after it counts as standing at the beginning.
  const prefix = pattern.slice(0, wild);
  const tokens = tokenize(pattern.slice(wild));
  if (tokens === null) return () => false;
  return (text) => text.startsWith(prefix) && run(tokens, text, prefix.length);
}

function tokenize(pattern: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const sign = pattern.charAt(at);
    if (sign === "*") {
      const stars = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1;
      tokens.push(starToken(pattern, at, stars));
      at += stars;
    } else if (sign === "?") {
      tokens.push({ kind: "one" });
      at += 1;
    } else if (sign === "[") {
      const set = readByteSet(pattern, at);
      if (set === null) return null;
      tokens.push({ kind: "set", has: set.has });
      at = set.end;
    } else {
      const escaped = sign === "\\";
      if (escaped && at + 1 >= pattern.length) return null;
      tokens.push({ kind: "byte", code: pattern.charCodeAt(at + (escaped ? 1 : 0)) });
      at += escaped ? 2 : 1;
    }
  }
  return tokens;
}

function starToken(pattern: string, at: number, stars: number): Token {
  const before = at === 0 || pattern.charAt(at - 1) === "/";
  const rest = pattern.slice(at + stars, at + stars + 2);
  const after = rest === "" || rest.startsWith("/") || rest === "\\/";
  if (stars === 1 || !before || !after) return { kind: "star" };
  return { kind: "globstar", skipsSlash: rest.startsWith("/") };
}

/** Follows all states at once. State 2i is before token i, 2i + 1 is inside the globstar i. */
function run(tokens: readonly Token[], text: string, from: number): boolean {
  let states = new Set<number>();
  enter(tokens, states, 0);
  for (let at = from; at < text.length && states.size > 0; at += 1) {
    const next = new Set<number>();
    const code = text.charCodeAt(at);
    for (const state of states) step(tokens, { state, code, next });
    states = next;
  }
  return states.has(tokens.length * 2);
}

function enter(tokens: readonly Token[], states: Set<number>, index: number): void {
  if (states.has(index * 2)) return;
  states.add(index * 2);
  const token = tokens[index];
  if (token?.kind === "star") enter(tokens, states, index + 1);
  if (token?.kind !== "globstar") return;
  states.add(index * 2 + 1);
  enter(tokens, states, index + 1);
  if (token.skipsSlash) enter(tokens, states, index + 2);
}

function step(
  tokens: readonly Token[],
  at: { readonly state: number; readonly code: number; readonly next: Set<number> },
): void {
  const { state, code, next } = at;
  const index = state >> 1;
  const token = tokens[index];
  if (token === undefined) return;
  if (state % 2 === 1) {
    // Still inside: whatever comes, and then what follows it; the slash is no longer optional.
    next.add(state);
    enter(tokens, next, index + 1);
  } else if (token.kind === "byte") {
    if (token.code === code) enter(tokens, next, index + 1);
  } else if (code === SLASH) return;
  else if (token.kind === "star") {
    next.add(state);
    enter(tokens, next, index + 1);
  } else if (token.kind === "one" || (token.kind === "set" && token.has(code)))
    enter(tokens, next, index + 1);
}
