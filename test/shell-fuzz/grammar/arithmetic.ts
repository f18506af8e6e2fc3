/** Arithmetic: of literals, and (wild) over names, subscripts and substitutions, which evaluate what they hold. */
import { branch, nested, type Tree } from "../line-tree.ts";
import type { Grammar } from "./grammar.ts";

const LITERALS = [
  "1+2",
  "3*(4-1)",
  "1 << 2",
  "7 % 3",
  "1 ? 2 : 3",
  "0x1f",
  "1,2",
  "!0",
  "-1",
  "2**3",
  "010",
  "16#ff",
];
const NAMES = [
  "x+1",
  "x",
  "x++",
  "y=1",
  "x[1]",
  "x[y]",
  "x ? y : 1",
  "$x",
  "${x}",
  "x+=2",
  "${#x}",
];

/** `$(( ))` and the old `$[ ]`. */
export function writeArithmetic(g: Grammar): Tree {
  const expression = writeExpression(g);
  const old = g.random.chance(0.15);
  return old
    ? branch("word", "arithmetic-expansion")`$[${expression}]`
    : branch("word", "arithmetic-expansion")`$((${expression}))`;
}

/** An expression, without its parentheses. */
export function writeExpression(g: Grammar): Tree {
  const { random } = g;
  const share = g.wild ? 0.5 : 0.15;
  if (g.depth <= 0 || !random.chance(share)) return branch("arithmetic")`${random.pick(LITERALS)}`;
  const names = (): Tree => branch("arithmetic", "arithmetic-variable")`${random.pick(NAMES)}`;
  return random.weighted<() => Tree>([
    [g.wild ? 3 : 0, names],
    [2, () => branch("arithmetic", "arithmetic-substitution")`${substitutedValue(g)} + 1`],
    [
      1,
      () => branch("arithmetic", "arithmetic-substitution", "subscript")`x[${substitutedValue(g)}]`,
    ],
    [1, () => branch("arithmetic", "arithmetic-substitution")`1 + ( ${substitutedValue(g)} )`],
  ])();
}

function substitutedValue(g: Grammar): Tree {
  const body = branch("list")`${g.deeper().program()} > /dev/null; echo 1`;
  return nested({
    constructs: ["command-substitution"],
    open: "$(",
    close: ")",
    writing: "plain",
    body,
  });
}
