/**
 * Calls of a Codex rule file: `name(key = value, …)` with texts, numbers, lists and names, comments, trailing commas. That is
 * all such files hold. Anything else stops the import: a statement that is not understood might be a prohibition.
 */

import { ConfigurationError } from "@toolplane/contract";
import { ownEntry } from "../../../ground/own-entry.ts";

export type StarlarkValue = string | readonly StarlarkValue[] | { readonly word: string };

export interface StarlarkCall {
  readonly name: string;
  readonly line: number;
  readonly arguments: Readonly<Record<string, StarlarkValue>>;
}

interface Token {
  readonly kind: "text" | "word" | "mark" | "end";
  readonly text: string;
  readonly line: number;
}

/** Reads all calls. Throws a ConfigurationError with file and line. */
export function readStarlarkCalls(text: string, file: string): readonly StarlarkCall[] {
  const tokens = tokenize(text, file);
  let at = 0;
  const peek = (): Token => tokens[at] as Token;
  const take = (): Token => tokens[at++] as Token;
  const fail = (token: Token): never => {
    const found = token.kind === "end" ? "the end" : JSON.stringify(token.text.slice(0, 40));
    throw new ConfigurationError(
      `${file}:${token.line}`,
      `is not read further: ${found} is not expected here; only calls such as prefix_rule(…) are known`,
    );
  };
  const expect = (mark: string): void => {
    const token = take();
    if (token.kind !== "mark" || token.text !== mark) fail(token);
  };
  const isMark = (mark: string): boolean => peek().kind === "mark" && peek().text === mark;
  const value = (depth: number): StarlarkValue => {
    const token = take();
    if (token.kind === "text") {
      let joined = token.text;
      while (isMark("+") || peek().kind === "text") {
        if (isMark("+")) take();
        const next = take();
        if (next.kind !== "text") fail(next);
        joined += next.text;
      }
      return joined;
    }
    if (token.kind === "word") return { word: token.text };
    if (token.text !== "[" || depth > 8) return fail(token);
    const items: StarlarkValue[] = [];
    while (!isMark("]")) {
      items.push(value(depth + 1));
      if (!isMark("]")) expect(",");
    }
    take();
    return items;
  };
  const calls: StarlarkCall[] = [];
  while (peek().kind !== "end") {
    const name = take();
    if (name.kind !== "word") fail(name);
    expect("(");
    const given: Record<string, StarlarkValue> = {};
    while (!isMark(")")) {
      const key = take();
      if (key.kind !== "word") fail(key);
      expect("=");
      given[key.text] = value(0);
      if (!isMark(")")) expect(",");
    }
    take();
    calls.push({ name: name.text, line: name.line, arguments: given });
  }
  return calls;
}

function tokenize(text: string, file: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const blank = /^(?:[ \t\r\n\\;]|#[^\n]*)+/.exec(rest)?.[0];
    const quoted = /^[rb]?("""|'''|"|')/.exec(rest);
    const word = /^[A-Za-z_0-9.]+/.exec(rest)?.[0];
    let length = 1;
    if (blank) length = blank.length;
    else if (quoted) {
      const read = readText(rest, quoted[0], { file, line });
      tokens.push({ kind: "text", text: read.text, line });
      length = read.length;
    } else if (word) {
      tokens.push({ kind: "word", text: word, line });
      length = word.length;
    } else tokens.push({ kind: "mark", text: rest.charAt(0), line });
    line += rest.slice(0, length).split("\n").length - 1;
    at += length;
  }
  return [...tokens, { kind: "end", text: "", line }];
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

function readText(
  rest: string,
  open: string,
  place: { readonly file: string; readonly line: number },
): { readonly text: string; readonly length: number } {
  const isRaw = open.startsWith("r");
  const quote = open.replace(/^[rb]/, "");
  let text = "";
  for (let at = open.length; at < rest.length; at += 1) {
    if (rest.startsWith(quote, at)) return { text, length: at + quote.length };
    const character = rest.charAt(at);
    if (character === "\n" && quote.length === 1) break;
    if (character !== "\\" || isRaw) {
      text += character;
      continue;
    }
    at += 1;
    const escaped = rest.charAt(at);
    text += ownEntry(ESCAPES, escaped) ?? escaped;
  }
  throw new ConfigurationError(`${place.file}:${place.line}`, "a text does not end");
}
