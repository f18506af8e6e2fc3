// Finds globals that a pure package may not touch. It reads JavaScript (types already stripped), so
// `fetch(url): Response` in an interface is gone, and what is left is code. A local binding of the same
// name is reported too: telling it from the global would need scopes, and a reader could not tell either.
import { type Token, tokenize } from "../source/tokenize.ts";

export interface GlobalUse {
  readonly name: string;
  readonly line: number;
}

/** Uses of `forbidden` names: plain (`fetch`), dotted (`Date.now`) or `new Date()`. */
export function findGlobals(code: string, forbidden: readonly string[]): readonly GlobalUse[] {
  const tokens = tokenize(code);
  const patterns = forbidden.map((name) => ({ name, words: name.split(/[. ]/) }));
  return tokens.flatMap((token, index) => {
    if (token.kind !== "word" || isProperty(tokens, index)) return [];
    const hit = patterns.find(({ name, words }) => matchesAt(tokens, index, { name, words }));
    return hit === undefined ? [] : [{ name: hit.name, line: token.line }];
  });
}

function matchesAt(
  tokens: readonly Token[],
  index: number,
  pattern: { readonly name: string; readonly words: readonly string[] },
): boolean {
  const [first, second] = pattern.words;
  if (tokens[index]?.text !== first) return false;
  if (pattern.name === "new Date()") return isClockRead(tokens, index);
  if (second === undefined) return true;
  const joint = tokens[index + 1]?.text;
  return (joint === "." || joint === "?.") && tokens[index + 2]?.text === second;
}

// `new Date(x)` only converts; without an argument it reads the clock.
function isClockRead(tokens: readonly Token[], index: number): boolean {
  if (tokens[index + 1]?.text !== "Date") return false;
  return tokens[index + 2]?.text !== "(" || tokens[index + 3]?.text === ")";
}

// A member (`runtime.fetch`), a key (`{ fetch: door }`) or a method (`{ fetch(url) { … } }`).
function isProperty(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text;
  if (before === "." || before === "?.") return true;
  const opensEntry = before === "{" || before === ",";
  const after = tokens[index + 1];
  if (after?.kind !== "punctuation") return false;
  if (opensEntry && after.text === ":") return true;
  if (after.text !== "(") return false;
  const close = closingParenthesis(tokens, index + 1);
  return tokens[close + 1]?.text === "{" && tokens[close + 1]?.kind === "punctuation";
}

function closingParenthesis(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== "punctuation") continue;
    if (token.text === "(") depth += 1;
    if (token.text === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}
