/** Compound commands, as the manual lists them, each with lists and words of its own. Loops end: a body breaks, a condition fails. */
import { branch, NEWLINE, nested, sequence, type Tree } from "../line-tree.ts";
import { FAILING_PROGRAM } from "../programs.ts";
import { writeExpression } from "./arithmetic.ts";
import type { Grammar } from "./grammar.ts";

export function writeCompound(g: Grammar): Tree {
  const inner = g.deeper();
  const write = g.random.weighted<(g: Grammar) => Tree>([
    [3, (at) => branch("command", "subshell")`(${at.random.pick(["", " "])}${at.list()} )`],
    [3, (at) => branch("command", "group")`{ ${at.closedList()}}`],
    [3, writeIf],
    [3, writeFor],
    [3, writeWhile],
    [2, writeCase],
    [1, writeSelect],
    [2, writeFunction],
    [1, writeCoproc],
    [2, writeConditional],
    [1, (at) => branch("command", "arithmetic-command")`((${writeExpression(at)}))`],
    [1, writeCd],
  ]);
  return branch("command")`${write(inner)}`;
}

function writeIf(g: Grammar): Tree {
  const other = g.random.weighted<() => Tree>([
    [3, () => ""],
    [2, () => branch("optional")`else ${g.closedList()}`],
    [1, () => branch("optional")`elif ${g.closedList()}then ${g.closedList()}`],
  ])();
  return branch(
    "command",
    "if",
  )`if ${g.closedList()}then ${g.closedList()}${other}fi${g.redirections()}`;
}

function writeFor(g: Grammar): Tree {
  const words = branch("other")` in a${g.words()}`;
  return g.random.weighted<() => Tree>([
    [4, () => branch("command", "for")`for x${words}; do ${g.closedList()}done${g.redirections()}`],
    [1, () => branch("command", "for")`for x${words}${NEWLINE}do ${g.closedList()}done`],
    [1, () => branch("command", "for")`for x${words}; { ${g.closedList()}}`],
    [1, () => branch("command", "for")`for x; do ${g.closedList()}done`],
    [1, () => branch("command", "for-arithmetic")`for ((i=0; i<1; i++)); do ${g.closedList()}done`],
    [
      1,
      () =>
        branch(
          "command",
          "for-arithmetic",
        )`for ((;1;${writeExpression(g)})) do ${g.closedList()}break; done`,
    ],
  ])();
}

function writeWhile(g: Grammar): Tree {
  const failing = branch("command")`${FAILING_PROGRAM} ${g.tag()}`;
  return g.random.weighted<() => Tree>([
    [
      2,
      () =>
        branch(
          "command",
          "while",
        )`while ${g.closedList()}do ${g.closedList()}break; done${g.redirections()}`,
    ],
    [1, () => branch("command", "while")`while ${failing}; do ${g.closedList()}done`],
    [2, () => branch("command", "until")`until ${g.closedList()}do ${g.closedList()}break; done`],
    [
      1,
      () =>
        branch("command", "while", "here-string")`while read -r x; do ${g.closedList()}done <<< a`,
    ],
  ])();
}

function writeCase(g: Grammar): Tree {
  const end = (): string => g.random.pick([";;", ";;", ";&", ";;&"]);
  const subject = g.word();
  const patterns = ["a", "*", "a|b", "[ab]", "'*'", '"$x"', "?", "esac|x"];
  const arm = (pattern: string): Tree =>
    branch("optional")`${g.random.pick(["", "("])}${pattern}) ${g.list()} ${end()} `;
  return branch(
    "command",
    "case",
  )`case ${subject} in ${arm(g.random.pick(patterns))}${arm("*")}esac`;
}

function writeSelect(g: Grammar): Tree {
  return branch(
    "command",
    "select",
    "here-string",
  )`select x in a b; do ${g.closedList()}break; done <<< 1`;
}

/** A definition and a call. The body is judged where it stands, not where it is called. */
function writeFunction(g: Grammar): Tree {
  const { random } = g;
  const name = random.pick(["fa", "fb"]);
  const head = random.pick([`${name}()`, `function ${name}`, `function ${name} ()`, `${name} ( )`]);
  const body = random.weighted<() => Tree>([
    [4, () => branch("other")`{ ${g.closedList()}}${g.redirections()}`],
    [1, () => branch("other", "subshell")`( ${g.list()} )`],
    [1, () => branch("other", "if")`if true; then ${g.closedList()}fi`],
    [1, () => branch("other")`${NEWLINE}{ ${g.closedList()}}`],
  ])();
  return branch("command", "function")`${head} ${body}; ${name}${g.words()}`;
}

function writeCoproc(g: Grammar): Tree {
  return g.random.weighted<() => Tree>([
    [2, () => branch("command", "coproc")`coproc ${g.bareProgram()}; wait`],
    [1, () => branch("command", "coproc")`coproc NAME { ${g.closedList()}}; wait`],
    [1, () => branch("command", "coproc")`coproc ( ${g.list()} ); wait`],
  ])();
}

/** `[[ ]]`, where words are not split and operators are the grammar's own. */
function writeConditional(g: Grammar): Tree {
  const { random } = g;
  const word = g.word();
  const test = random.weighted<() => Tree>([
    [2, () => branch("other")`${random.pick(["-n", "-z", "-f", "-d", "-e"])} ${word}`],
    [2, () => branch("other")`${word} ${random.pick(["==", "=", "!=", "<", ">", "=~"])} a`],
    [1, () => branch("other")`! -f ${word} && ( -n a || a == b )`],
    [1, () => branch("other")`a == @(a|b*)`],
    [1, () => branch("other")`1 -eq ${random.pick(["1", "0", "'1'"])}`],
    [1, () => sequence("other", ["a", NEWLINE, "|| ", word, " = ", "b"])],
  ])();
  return branch("command", "conditional")`[[ ${test} ]]`;
}

/** Moving about: what follows runs elsewhere, and in a subshell only there. */
function writeCd(g: Grammar): Tree {
  const { random } = g;
  const target = random.pick([
    "sub",
    "./sub",
    "'sub'",
    "sub/..",
    ".",
    "missing",
    "sub/../sub",
    "a.txt",
    "-- sub",
    "-P sub",
  ]);
  const move = random.pick(["cd", "cd", "cd", "pushd", "\\cd", "command cd", "builtin cd"]);
  const then = g.program();
  return random.weighted<() => Tree>([
    [3, () => branch("command", "change-directory")`${move} ${target} && ${then}`],
    [2, () => branch("command", "change-directory")`${move} ${target}; ${then}`],
    [1, () => branch("command", "change-directory")`${move} ${target} || ${then}`],
    [
      2,
      () =>
        branch(
          "command",
          "change-directory",
          "subshell",
        )`( ${move} ${target}; ${then} ); ${g.program()}`,
    ],
    [
      1,
      () =>
        branch(
          "command",
          "change-directory",
          "pipeline",
        )`${move} ${target} | ${then}; ${g.program()}`,
    ],
    [
      1,
      () => branch("command", "change-directory", "background")`${move} ${target} & wait; ${then}`,
    ],
    [1, () => branch("command", "change-directory", "group")`{ ${move} ${target}; }; ${then}`],
    [1, () => branch("command", "change-directory")`cd sub; cd ..; ${then}`],
    [1, () => branch("command", "change-directory")`cd sub && cd - && ${then}`],
    [1, () => branch("command", "change-directory")`cd sub && pushd .. && popd && ${then}`],
    [
      1,
      () =>
        branch("command", "change-directory", "if")`if ${then}; then cd sub; fi; ${g.program()}`,
    ],
    [1, () => branch("command", "change-directory", "function")`fa() { cd sub; }; fa; ${then}`],
    [1, () => branch("command", "change-directory", "for")`for x in 1 2; do ${then}; cd sub; done`],
    [
      1,
      () =>
        branch(
          "command",
          "change-directory",
          "command-substitution",
        )`${g.bareProgram()} ${elsewhere(g)}; ${then}`,
    ],
  ])();
}

function elsewhere(g: Grammar): Tree {
  const body = branch("list")`cd sub; ${g.program()}`;
  return nested({
    constructs: ["command-substitution"],
    open: "$(",
    close: ")",
    writing: "plain",
    body,
  });
}
