// Finds functions in JavaScript (types already stripped) by their braces and counts their statements, well enough for a gate:
// a `{` after `=>`, or after a `)` whose `(` is not a control statement's, opens a function body.
// Statements are counted and not lines, so that writing a call over ten lines costs nothing and joining two lines gains nothing.
// Those of a function inside count for that function. An arrow whose body is an expression holds none.
import { type Token, tokenize } from "../source/tokenize.ts";

export interface MeasuredFunction {
  readonly name: string;
  readonly line: number;
  /** Its own: what ends in a semicolon, and every `if`, loop, `switch` and `try`. */
  readonly statements: number;
}

const CONTROL: ReadonlySet<string> = new Set(["if", "for", "while", "switch", "catch", "with"]);
const STATEMENTS: ReadonlySet<string> = new Set(["if", "for", "while", "switch", "try"]);
const TEST_CALLS: ReadonlySet<string> = new Set(
  "describe it test suite beforeEach afterEach beforeAll afterAll".split(" "),
);

/** A bracket that is open. */
interface Opened {
  readonly text: string;
  /** Set when it opens a function body: the index of its first parameter token. */
  readonly start?: number;
  statements: number;
}

/** Every function with a body, in closing order; callbacks of describe, it and their kin are left out. */
export function measureFunctions(code: string): readonly MeasuredFunction[] {
  const tokens = tokenize(code);
  const partner = matchBrackets(tokens);
  const open: Opened[] = [];
  const found: MeasuredFunction[] = [];
  tokens.forEach((token, index) => {
    if (isStatement(tokens, index, open)) {
      const around = open.findLast(({ start }) => start !== undefined);
      if (around !== undefined) around.statements += 1;
    }
    if (token.kind !== "punctuation") return;
    if (token.text === "{")
      open.push({ text: "{", statements: 0, ...bodyStart(tokens, index, partner) });
    if (token.text === "(" || token.text === "[") open.push({ text: token.text, statements: 0 });
    if (!")]}".includes(token.text)) return;
    const closed = open.pop();
    if (closed?.start === undefined || isTestCallback(tokens, closed.start, partner)) return;
    const { start, statements } = closed;
    found.push({ name: functionName(tokens, start), line: lineOf(tokens, start), statements });
  });
  return found;
}

// A semicolon between parentheses belongs to a `for`; a word after a dot or before a colon is a member or a key.
function isStatement(tokens: readonly Token[], index: number, open: readonly Opened[]): boolean {
  const token = tokens[index];
  if (token?.kind === "punctuation") return token.text === ";" && open.at(-1)?.text === "{";
  if (token?.kind !== "word" || !STATEMENTS.has(token.text)) return false;
  return tokens[index - 1]?.text !== "." && tokens[index + 1]?.text !== ":";
}

function bodyStart(
  tokens: readonly Token[],
  brace: number,
  partner: ReadonlyMap<number, number>,
): { readonly start?: number } {
  const before = tokens[brace - 1];
  if (before?.text === "=>") {
    const parameters = partner.get(brace - 2);
    return { start: parameters ?? brace - 2 };
  }
  if (before?.kind !== "punctuation" || before.text !== ")") return {};
  const parenthesis = partner.get(brace - 1);
  if (parenthesis === undefined) return {};
  const callee = tokens[parenthesis - 1];
  const control = callee?.kind === "word" && CONTROL.has(callee.text);
  const awaits = callee?.text === "await" && tokens[parenthesis - 2]?.text === "for";
  return control || awaits ? {} : { start: parenthesis };
}

// `const name = (…) =>`, `name: (…) =>`, `function name(…)`, `name(…) {`; anything else has no name.
function functionName(tokens: readonly Token[], start: number): string {
  let at = start - 1;
  while (["async", "=", ":", "function", "*"].includes(tokens[at]?.text ?? "")) at -= 1;
  const token = tokens[at];
  return token?.kind === "word" ? token.text : "(anonymous)";
}

// Walks from the function to the call it is an argument of, then back along `it.each(…)(` to its root.
function isTestCallback(
  tokens: readonly Token[],
  start: number,
  partner: ReadonlyMap<number, number>,
): boolean {
  let at = start - 1;
  while (at >= 0 && !(tokens[at]?.kind === "punctuation" && tokens[at]?.text === "(")) {
    const back = partner.get(at);
    if (back !== undefined && back > at) return false;
    if (tokens[at]?.kind === "punctuation" && [";", "=", "{"].includes(tokens[at]?.text ?? "")) {
      return false;
    }
    at = (back ?? at) - 1;
  }
  return TEST_CALLS.has(rootOfCall(tokens, at - 1, partner));
}

function rootOfCall(
  tokens: readonly Token[],
  end: number,
  partner: ReadonlyMap<number, number>,
): string {
  let at = end;
  while (at >= 0) {
    const token = tokens[at];
    if (token?.text === ")" || token?.text === "]") at = (partner.get(at) ?? 0) - 1;
    else if (tokens[at - 1]?.text === ".") at -= 2;
    else return token?.kind === "word" ? token.text : "";
  }
  return "";
}

/** Index of each bracket to the index of its partner, both ways. */
function matchBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const partner = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== "punctuation") return;
    if ("([{".includes(token.text)) open.push(index);
    if (!")]}".includes(token.text)) return;
    const start = open.pop();
    if (start === undefined) return;
    partner.set(start, index);
    partner.set(index, start);
  });
  return partner;
}

function lineOf(tokens: readonly Token[], index: number): number {
  return tokens[index]?.line ?? 0;
}
