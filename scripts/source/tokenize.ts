// A TypeScript tokenizer for the gates. TypeScript 7 has no API to call from JavaScript, and the gates
// need only tokens: what is code, what is a string, which line. It skips comments, and it must not be
// fooled by an `import` inside a string, a template or a regular expression.
//
// The one guess is `/`: after a value it divides, elsewhere it opens a regular expression. After `)` and
// `}` it divides, so `if (x) /re/.test(y)` is misread; the formatter never leaves such a line unbraced.

/** The `text` of a string is its value; a template literal is one token per span around its `${}`. */
export interface Token {
  readonly kind: "word" | "string" | "template" | "number" | "regex" | "punctuation";
  readonly text: string;
  readonly line: number;
}

const KEYWORDS_BEFORE_REGEX: ReadonlySet<string> = new Set(
  "return typeof case in of do else void delete throw new instanceof yield await default".split(
    " ",
  ),
);

const SHEBANG = /#![^\n]*/y;
const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER =
  /(?:0[xob][\da-f_]+|\d[\d_]*(?:\.[\d_]*)?(?:e[+-]?\d+)?|\.\d[\d_]*(?:e[+-]?\d+)?)n?/iy;
const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_SPAN = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y;
const PUNCTUATION = /=>|\?\.(?!\d)|\.\.\.|\+\+|--|[\s\S]/y;

interface Scanner {
  readonly source: string;
  readonly tokens: Token[];
  /** One entry per open `${`: how many plain braces are open inside it. */
  readonly templates: number[];
  position: number;
  line: number;
}

/** Splits source into tokens; never throws, since an odd character is simply punctuation. */
export function tokenize(source: string): readonly Token[] {
  const scanner: Scanner = { source, tokens: [], templates: [], position: 0, line: 1 };
  take(scanner, SHEBANG);
  while (scanner.position < source.length) {
    if (take(scanner, BLANK) !== undefined) continue;
    const line = scanner.line;
    scanner.tokens.push({ ...readToken(scanner), line });
  }
  return scanner.tokens;
}

function readToken(scanner: Scanner): Omit<Token, "line"> {
  const word = take(scanner, WORD);
  if (word !== undefined) return { kind: "word", text: word };
  const number = take(scanner, NUMBER);
  if (number !== undefined) return { kind: "number", text: number };
  const string = take(scanner, STRING);
  if (string !== undefined) {
    return { kind: "string", text: string.slice(1, -1).replace(/\\(.)/gs, "$1") };
  }
  if (scanner.source[scanner.position] === "/" && regexMayStart(scanner.tokens)) {
    const regex = take(scanner, REGEX);
    if (regex !== undefined) return { kind: "regex", text: regex };
  }
  return readPunctuation(scanner);
}

function readPunctuation(scanner: Scanner): Omit<Token, "line"> {
  const text = take(scanner, PUNCTUATION) ?? "";
  if (text === "`") return readTemplateSpan(scanner);
  const open = scanner.templates.length - 1;
  const depth = scanner.templates[open];
  if (depth === undefined) return { kind: "punctuation", text };
  if (text === "}" && depth === 0) {
    scanner.templates.pop();
    return readTemplateSpan(scanner);
  }
  if (text === "{") scanner.templates[open] = depth + 1;
  if (text === "}") scanner.templates[open] = depth - 1;
  return { kind: "punctuation", text };
}

function readTemplateSpan(scanner: Scanner): Omit<Token, "line"> {
  const span = take(scanner, TEMPLATE_SPAN) ?? "";
  const opensExpression = span.endsWith("${");
  if (opensExpression) scanner.templates.push(0);
  return { kind: "template", text: span.slice(0, opensExpression ? -2 : -1) };
}

function take(scanner: Scanner, pattern: RegExp): string | undefined {
  pattern.lastIndex = scanner.position;
  const text = pattern.exec(scanner.source)?.[0];
  if (text === undefined || text === "") return undefined;
  scanner.position += text.length;
  for (const character of text) if (character === "\n") scanner.line += 1;
  return text;
}

function regexMayStart(tokens: readonly Token[], end: number = tokens.length): boolean {
  const last = tokens[end - 1];
  if (last === undefined) return true;
  if (last.kind === "word") return KEYWORDS_BEFORE_REGEX.has(last.text);
  if (last.kind !== "punctuation") return false;
  // `value! / 2`: a mark after a value asserts; anywhere else it negates what follows.
  if (last.text === "!") return regexMayStart(tokens, end - 1);
  return ![")", "]", "}", "++", "--"].includes(last.text);
}
