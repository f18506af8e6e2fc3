/** Words: plain, quoted in each of bash's ways, and everything that is expanded. After the manual's sections on quoting and expansions. */
import { branch, nested, sequence, type Tree } from "../line-tree.ts";
import { writeArithmetic } from "./arithmetic.ts";
import type { Grammar } from "./grammar.ts";
import { writeParameter } from "./parameters.ts";

const PLAIN = [
  "a.txt",
  "sub/c.txt",
  "-x",
  "--flag",
  "--key=value",
  "k=v",
  "1",
  "%s",
  "x-y",
  "a:b",
  "@",
  "+",
  "a,b",
  "x}",
  "]",
  "=",
  "..",
  "a#b",
  "{}",
  "{a}",
  "!",
  "if",
  "done",
  "a^b",
  "-",
  "--",
];
const INSIDE_SINGLE = [
  "a b",
  "; zed lost",
  "$(zed lost)",
  "`zed lost`",
  "#",
  "",
  "\\",
  '"',
  "$x",
  "a\nb",
  "| zed lost",
  "&& zed lost",
  "{a,b}",
  "*",
  "~",
];
const INSIDE_DOUBLE = [
  "a b",
  "; zed lost",
  "\\$(zed lost)",
  "\\`zed lost\\`",
  "#",
  "",
  "\\\\",
  '\\"',
  "'",
  "\\x",
  "a\nb",
  "{a,b}",
  "*",
  "a\\\nb",
  "~",
  "$",
];
const BACKSLASHED = [
  "a\\ b",
  "\\$x",
  "\\;",
  "\\#",
  "\\\\",
  "\\'",
  '\\"',
  "\\`",
  "a\\\nb",
  "\\*",
  "\\{a,b}",
  "{a\\,b}",
  "\\~",
  "\\&",
  "\\|",
  "\\(",
  "\\a",
];
const ANSI = [
  "a\\tb",
  "\\x61b",
  "\\'",
  "\\u00e9",
  "\\101",
  "a\\\\b",
  "; zed lost",
  "$(zed lost)",
  "\\n",
  '\\"',
  "\\x3b",
  "\\e",
  "\\cA",
  "\\z",
  "\\?",
];
const BRACES = [
  "{a,b}",
  "x{a,b}y",
  "{a,{b,c}}",
  "{a,b}{c,d}",
  "{a,}",
  "{,a}",
  'p{a,"b c"}q',
  "{a,'b,c'}",
  "{a,b",
  "a{b}c",
  "\\{a,b\\}",
  "{a\\,b}",
  "{a, b}",
  "-{x,y}",
];
const RANGES = [
  "{1..3}",
  "x{01..03}",
  "{a..c}",
  "{5..1..2}",
  "{3..1}",
  "{1..x}",
  "{a..3}",
  "{-1..1}",
];
const TILDES = ["~", "~/x", "x=~", "~+", "~nobody-here/x", "a~"];
const GLOBS = ["*.txt", "sub/*", "?.txt", "[ab].txt", "*none*", "a.tx[!z]", "sub/[c", "**"];

/** A word that is known before anything runs. */
export function writeStaticWord({ random }: Grammar): Tree {
  return random.weighted<() => Tree>([
    [8, () => random.pick(PLAIN)],
    [3, () => branch("word", "single-quotes")`'${random.pick(INSIDE_SINGLE)}'`],
    [3, () => branch("word", "double-quotes")`"${random.pick(INSIDE_DOUBLE)}"`],
    [2, () => branch("word", "backslash")`${random.pick(BACKSLASHED)}`],
    [2, () => branch("word", "ansi-quotes")`$'${random.pick(ANSI)}'`],
    [1, () => branch("word", "locale-quotes")`$"${random.pick(INSIDE_DOUBLE)}"`],
    [1, () => branch("word", "braces")`${random.pick(BRACES)}`],
    [1, () => branch("word", "brace-range")`${random.pick(RANGES)}`],
    [1, () => branch("word", "single-quotes", "double-quotes")`a'b '"c d"\ e$'\x66'`],
  ])();
}

export function writeWord(g: Grammar): Tree {
  const { random } = g;
  const share = g.wild ? 0.5 : 0.2;
  if (g.depth <= 0 || !random.chance(share)) return g.staticWord();
  return random.weighted<() => Tree>([
    [3, () => writeSubstitution(g)],
    [1, () => branch("word", "dynamic-argument", "glob")`${random.pick(GLOBS)}`],
    [1, () => branch("word", "tilde")`${random.pick(TILDES)}`],
    [2, () => writeParameter(g)],
    [1, () => branch("word", "double-quotes", "dynamic-argument")`"a ${writeParameter(g)} b"`],
    [1, () => writeArithmetic(g)],
    [1, () => branch("word")`${g.staticWord()}${writeSubstitution(g)}${g.staticWord()}`],
    [1, () => branch("word", "braces", "dynamic-argument")`{a,${writeSubstitution(g)}}`],
  ])();
}

/** A program inside a word, in each way bash has. */
export function writeSubstitution(g: Grammar): Tree {
  const { random } = g;
  const inner = g.deeper();
  const body = inner.list();
  const dollar = (open: string, close: string) =>
    nested({ constructs: ["command-substitution"], open, close, writing: "plain", body });
  const wrap = (tree: Tree): Tree => branch("word", "dynamic-argument")`${tree}`;
  return random.weighted<() => Tree>([
    [5, () => wrap(dollar("$(", ")"))],
    [3, () => wrap(branch("word", "double-quotes")`"${dollar("$(", ")")}"`)],
    [1, () => wrap(branch("word", "double-quotes")`"a ${dollar("$( ", " )")}'b"`)],
    [2, () => wrap(writeBackquotes(g))],
    [1, () => wrap(branch("word", "double-quotes")`"${writeBackquotes(g)}"`)],
    [2, () => wrap(processSubstitution(body, "<("))],
    [1, () => wrap(processSubstitution(body, ">("))],
    [1, () => wrap(dollar("$( (", ") )"))],
    [1, () => wrap(dollar("$((", ") )"))],
    [1, () => wrap(branch("word", "command-substitution")`$(<a.txt)`)],
  ])();
}

function processSubstitution(body: Tree, open: "<(" | ">("): Tree {
  const construct = open === "<(" ? "process-substitution-in" : "process-substitution-out";
  return nested({ constructs: [construct], open, close: ")", writing: "plain", body });
}

/** Backquotes: each level doubles the backslashes of the one inside. */
function writeBackquotes(g: Grammar): Tree {
  const quotes = { open: "`", close: "`", writing: "backquotes" } as const;
  const inner = g.deeper();
  if (g.depth > 1 && g.random.chance(0.4)) {
    const innermost = nested({ constructs: [], ...quotes, body: inner.deeper().program() });
    const body = sequence("command", [inner.program(), " ", innermost]);
    return nested({ constructs: ["backquotes", "nested-backquotes"], ...quotes, body });
  }
  return nested({ constructs: ["backquotes"], ...quotes, body: inner.list() });
}
