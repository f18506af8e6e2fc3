import { type Token, tokenize } from "../source/tokenize.ts";

/** A place where an expression is not written but made. */
export interface BuiltPattern {
  readonly line: number;
  readonly what: string;
}

/**
 * Uses of `RegExp` whose source is more than literals and constants of the same file. `code` has no types. A constant is a name
 * in capitals that this file declares, itself made of nothing else.
 */
export function findBuiltPatterns(code: string): readonly BuiltPattern[] {
  const tokens = tokenize(code);
  const constants = readConstants(tokens);
  return tokens.flatMap((token, at) => {
    if (token.kind !== "word" || token.text !== "RegExp" || tokens[at - 1]?.text === ".") return [];
    if (tokens[at + 1]?.text !== "(")
      return tokens[at - 1]?.text === "instanceof"
        ? []
        : [{ line: token.line, what: "hands RegExp on" }];
    const source = readArgument(tokens, at + 2);
    return isConstant(source, constants)
      ? []
      : [{ line: token.line, what: "builds a RegExp from what it is given" }];
  });
}

/** The names that may come between the literals of a constant source. */
const GLUE: ReadonlySet<string> = new Set(["String", "raw", "join", "source", "new", "RegExp"]);
const CAPITALS = /^[A-Z][A-Z0-9_]*$/;

/** Names whose whole value is made of literals and of names before them. */
function readConstants(tokens: readonly Token[]): ReadonlySet<string> {
  const constants = new Set<string>();
  tokens.forEach((token, at) => {
    const name = tokens[at + 1]?.text ?? "";
    if (token.text !== "const" || token.kind !== "word" || !CAPITALS.test(name)) return;
    if (tokens[at + 2]?.text !== "=") return;
    const end = tokens.findIndex((each, index) => index > at && each.text === ";");
    if (isConstant(tokens.slice(at + 3, end < 0 ? undefined : end), constants)) constants.add(name);
  });
  return constants;
}

function isConstant(source: readonly Token[], constants: ReadonlySet<string>): boolean {
  return (
    source.length > 0 &&
    source.every(({ kind, text }) => kind !== "word" || GLUE.has(text) || constants.has(text))
  );
}

/** The tokens of the first argument of a call. */
function readArgument(tokens: readonly Token[], from: number): readonly Token[] {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== "punctuation") continue;
    if (depth === 0 && (text === "," || text === ")")) return tokens.slice(from, at);
    if ("([{".includes(text)) depth += 1;
    if (")]}".includes(text)) depth -= 1;
  }
  return tokens.slice(from);
}
