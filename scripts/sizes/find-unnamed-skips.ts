import { type Token, tokenize } from "../source/tokenize.ts";

const CONDITIONS: ReadonlySet<string> = new Set(["skipIf", "runIf"]);

/**
 * Lines of tests that a machine may skip and whose title does not say what they need. A reader of a report sees the title only.
 * A title with a value in it may have its need from there.
 */
export function findUnnamedSkips(source: string): readonly number[] {
  if (!source.includes("skipIf") && !source.includes("runIf")) return [];
  const tokens = tokenize(source);
  return tokens.flatMap(({ kind, text, line }, at) => {
    if (kind !== "word" || !CONDITIONS.has(text) || tokens[at - 1]?.text !== ".") return [];
    return saysNeed(titleOf(tokens, at + 1)) ? [] : [line];
  });
}

function saysNeed(title: Token | undefined): boolean {
  // The span of a template up to its first value ends without its quote; of such a title nothing more is known here.
  if (title?.kind === "template") return true;
  return title?.kind === "string" && /\(needs? [^)]+\)/.test(title.text);
}

/** The first argument of the last call of a chain such as `(isHere).each(rows)("title", …)`. */
function titleOf(tokens: readonly Token[], from: number): Token | undefined {
  let at = closeOf(tokens, from) + 1;
  while (tokens[at]?.text === "." && tokens[at]?.kind === "punctuation")
    at = closeOf(tokens, at + 2) + 1;
  return tokens[at + 1];
}

function closeOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== "punctuation") continue;
    if ("([{".includes(text)) depth += 1;
    if (")]}".includes(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}
