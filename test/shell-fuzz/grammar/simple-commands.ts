/** Simple commands: assignments, a name in any of its disguises, words, redirections between them. */
import { type Branch, branch, sequence, type Tree } from "../line-tree.ts";
import { FAILING_PROGRAM, KNOWN_PROGRAMS, UNKNOWN_PROGRAMS } from "../programs.ts";
import type { Grammar } from "./grammar.ts";
import { writeSubstitution } from "./words.ts";

/** ` a b c`, with line continuations now and then. */
export function writeWords(g: Grammar): Tree {
  const { random } = g;
  const count = random.weighted([
    [4, 0],
    [4, 1],
    [3, 2],
    [1, 3],
  ] as const);
  const gap = (): Tree =>
    random.chance(0.06)
      ? branch("other", "line-continuation")`${random.pick([" \\\n", " \\\n  ", "\t\\\n\t"])}`
      : random.pick([" ", " ", " ", "  ", "\t"]);
  const words = Array.from({ length: count }, () => sequence("optional", [gap(), g.word()]));
  return sequence("other", words);
}

/** A program with its words: what wrappers, `exec` and `find -exec` take. */
export function writeBareProgram(g: Grammar): Branch {
  const { random } = g;
  const name = random.weighted<() => string>([
    [8, () => random.pick(UNKNOWN_PROGRAMS)],
    [3, () => random.pick(KNOWN_PROGRAMS)],
    [1, () => FAILING_PROGRAM],
  ])();
  const written = writeName(g, name);
  if (random.chance(0.08)) return branch("command")`${written}${g.words()}`;
  const tag = g.tag();
  return { ...branch("command")`${written} ${tag}${g.words()}`, tag };
}

export function writeProgram(g: Grammar): Branch {
  const { random } = g;
  const before = random.chance(0.12) ? branch("optional")`${writeAssignment(g)} ` : "";
  const early = random.chance(0.04)
    ? branch("optional", "redirect")`${random.pick([">out1", "2>/dev/null", "<a.txt"])} `
    : "";
  const program = writeBareProgram(g);
  return branch("command")`${before}${early}${program}${g.redirections()}`;
}

/** The same name in bash's ways to write it. */
function writeName(g: Grammar, name: string): Tree {
  const { random } = g;
  const head = name.slice(0, 1);
  const rest = name.slice(1);
  const code = (head.codePointAt(0) ?? 0).toString(16);
  if (random.chance(0.8)) return name;
  if (g.wild && random.chance(0.3)) return writeDynamicName(g, name);
  return branch("word", "quoted-name")`${random.pick([
    `\\${name}`,
    `'${name}'`,
    `"${name}"`,
    `${head}'${rest}'`,
    `${head}"${rest}"`,
    `${head}\\${rest}`,
    `$'${name}'`,
    `$'\\x${code}'${rest}`,
    `$'\\x${code}${rest}'`,
    `""${name}`,
    `${name}''`,
    `${head}\\\n${rest}`,
    `$"${name}"`,
  ])}`;
}

/** Names that only the shell knows when it runs. */
function writeDynamicName(g: Grammar, name: string): Tree {
  const { random } = g;
  const texts = ["$x", "${x:-zed}", `$'${name}'$x`, "${x-zed}", '"$1"', "[z]ed", "z*", "$((1))"];
  return random.weighted<() => Tree>([
    [3, () => branch("word", "dynamic-name")`${random.pick(texts)}`],
    [1, () => branch("word", "dynamic-name")`${writeSubstitution(g)}`],
    [
      1,
      () =>
        branch(
          "word",
          "dynamic-name",
          "braces-in-name",
        )`${random.pick(["{zed,lost}", "{zed,oto}", "z{ed,}"])}`,
    ],
    [1, () => branch("word", "dynamic-name")`$(echo ${name})`],
  ])();
}

/** `x=word`, `x+=word`, `x=(words)`, `x[subscript]=word`. */
function writeAssignment(g: Grammar): Tree {
  const { random } = g;
  const name = random.pick(["x", "y", "CI", "LC_ALL"]);
  const value = g.depth > 0 && random.chance(0.4) ? writeSubstitution(g) : g.staticWord();
  return random.weighted<() => Tree>([
    [5, () => branch("other", "assignment", "assignment-substitution")`${name}=${value}`],
    [1, () => branch("other", "assignment")`${name}+=${value}`],
    [1, () => branch("other", "assignment")`${name}=`],
  ])();
}

/** Assignments that stand alone. */
export function writeAssignments(g: Grammar): Tree {
  const { random } = g;
  const value = (): Tree =>
    g.depth > 0 && random.chance(0.4) ? writeSubstitution(g) : g.staticWord();
  return random.weighted<() => Tree>([
    [4, () => writeAssignment(g)],
    [2, () => branch("command", "assignment", "array")`x=(${value()} ${value()})`],
    [1, () => branch("command", "assignment", "array")`x+=(${value()})`],
    [1, () => branch("command", "assignment", "array", "subscript")`x=([0]=${value()} [2]=b)`],
    [1, () => branch("command", "assignment", "subscript")`x[1]=${value()}`],
    [
      1,
      () =>
        branch(
          "command",
          "assignment",
          "assignment-substitution",
          "subscript",
        )`x[${g.depth > 0 ? writeSubstitution(g) : "1"}]=b`,
    ],
    [1, () => branch("command", "assignment")`${writeAssignment(g)} y=2`],
  ])();
}
