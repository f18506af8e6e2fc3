/** Parameter expansions: every operator of the manual, with words nested where the manual allows words. */
import { branch, nested, sequence, type Tree } from "../line-tree.ts";
import type { Grammar } from "./grammar.ts";

const BARE = [
  "$x",
  "${x}",
  "$1",
  "$@",
  "$*",
  "$#",
  "$?",
  "$-",
  "${#x}",
  "${x[@]}",
  "${x[0]}",
  "${!x*}",
  "${!x[@]}",
  "${#x[@]}",
  "$_",
  "${10}",
];
const WITH_WORD = [
  "-",
  ":-",
  "=",
  ":=",
  "+",
  ":+",
  "#",
  "##",
  "%",
  "%%",
  "/a/",
  "//a/",
  "/#a/",
  "/",
  "^",
  "^^",
  ",",
  ",,",
  "?",
  ":?",
];
const TRANSFORMS = [
  "${x@Q}",
  "${x@U}",
  "${x@A}",
  "${x@E}",
  "${x@K}",
  "${x:1}",
  "${x:0:1}",
  "${x: -1}",
  "${x[@]:1}",
];

export function writeParameter(g: Grammar): Tree {
  const { random } = g;
  return random.weighted<() => Tree>([
    [3, () => branch("word", "parameter", "dynamic-argument")`${random.pick(BARE)}`],
    [2, () => branch("word", "parameter-operator", "dynamic-argument")`${random.pick(TRANSFORMS)}`],
    [3, () => writeNestedWord(g)],
  ])();
}

/** `${x:-word}` and its kind. The unset name runs the word, the set one does not. */
export function writeNestedWord(g: Grammar): Tree {
  const { random } = g;
  const inner = g.deeper();
  const runs = g.depth > 0 && random.chance(0.5);
  const word = runs ? writeNestedProgram(g) : g.depth > 0 ? inner.word() : inner.staticWord();
  const expansion = sequence("word", ["${x", random.pick(WITH_WORD), word, "}"]);
  const constructs = ["parameter-operator", "parameter-nested-word", "dynamic-argument"] as const;
  return random.chance(0.4)
    ? branch("word", "double-quotes", ...constructs)`"${expansion}"`
    : branch("word", ...constructs)`${expansion}`;
}

/** Quotes inside the braces quote or not, depending on the operator and on what stands around the braces. */
function writeNestedProgram(g: Grammar): Tree {
  const body = g.deeper().list();
  const constructs = ["command-substitution"] as const;
  const program = nested({ constructs, open: "$(", close: ")", writing: "plain", body });
  const [open, close] = g.random.pick([
    ["", ""],
    ["", ""],
    ["'", "'"],
    ["$'", "'"],
    ['"', '"'],
  ] as const);
  return sequence("word", [open, program, close]);
}
