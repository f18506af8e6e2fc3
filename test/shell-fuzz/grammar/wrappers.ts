/**
 * Commands that run another command: by words after their own options, or by program text. Both as the manuals of the
 * programs write them, since what a wrapper takes for its own option decides what it runs.
 */
import type { Construct } from "../constructs.ts";
import { branch, nested, type Tree, type Writing } from "../line-tree.ts";
import type { Grammar } from "./grammar.ts";
import { writeHereDocument } from "./redirections.ts";

/** Words before the wrapped command. `%` stands for nothing; each row is a spelling of the wrapper's own part. */
const PREFIXES: readonly (readonly [Construct, readonly string[]])[] = [
  [
    "timeout",
    [
      "timeout 5",
      "timeout 5s",
      "timeout -s KILL 5",
      "timeout --signal=KILL 5",
      "timeout -k 1 5",
      "timeout -k1 5",
      "timeout --kill-after=1 --preserve-status 5",
      "timeout --foreground 5",
      "timeout -v 5",
      "timeout -- 5",
      "timeout --sig KILL 5",
    ],
  ],
  [
    "nice",
    [
      "nice",
      "nice -n 5",
      "nice -n5",
      "nice -5",
      "nice --adjustment=5",
      "nice --",
      "nice --adj 5",
      "nice -n 5 --",
    ],
  ],
  ["nohup", ["nohup", "nohup --"]],
  [
    "stdbuf",
    [
      "stdbuf -oL",
      "stdbuf -o L",
      "stdbuf --output=L",
      "stdbuf -i0 -o0 -e0",
      "stdbuf --output L",
      "stdbuf -oL --",
    ],
  ],
  ["command", ["command", "command --", "command -p --", "\\command", "'command'"]],
  [
    "env",
    [
      "env",
      "env CI=1",
      "env -u CI",
      "env -uCI",
      "env --unset=CI",
      "env -C sub",
      "env --chdir=sub",
      "env -v",
      "env --",
      "env CI=1 LC_ALL=C",
      "env -uCI --",
      "env --default-signal",
      "env -i",
    ],
  ],
  ["setsid", ["setsid", "setsid -w", "setsid --wait", "setsid -f", "setsid -w --"]],
  [
    "flock",
    [
      "flock a.txt",
      "flock -n a.txt",
      "flock -w 1 a.txt",
      "flock --nonblock a.txt",
      "flock -x b.txt",
    ],
  ],
  ["builtin", ["builtin command", "builtin eval"]],
  [
    "xargs",
    [
      "xargs -a a.txt",
      "xargs -n 1 -a a.txt",
      "xargs -n1 -a a.txt --",
      "xargs --arg-file=a.txt",
      "xargs -P 2 -a b.txt",
      "xargs -I % -a a.txt",
      "xargs -0 -a a.txt",
      "xargs -r -a a.txt -L 1",
      "xargs -ia.txt -a a.txt",
      "xargs -d x -a b.txt",
      "xargs --max-args=1 -a b.txt",
    ],
  ],
];

/** A command inside one or more wrappers, or a program as text. */
export function writeWrapped(g: Grammar): Tree {
  return g.random.weighted<() => Tree>([
    [6, () => branch("command")`${writePrefixed(g)}${g.redirections()}`],
    [5, () => writeProgramText(g)],
    [1, () => writeFind(g)],
    [1, () => writeExec(g)],
  ])();
}

function writePrefixed(g: Grammar): Tree {
  const [construct, spellings] = g.random.pick(PREFIXES);
  const inner = g.deeper();
  const again = g.depth > 1 && g.random.chance(0.35);
  const wrapped = again ? writeAgain(inner) : inner.bareProgram();
  const constructs = again ? [construct, "nested-wrappers" as const] : [construct];
  return branch("command", ...constructs)`${g.random.pick(spellings)} ${wrapped}`;
}

/** Programs run programs: only what is a program itself can stand inside most wrappers. */
function writeAgain(g: Grammar): Tree {
  return g.random.weighted<() => Tree>([
    [4, () => writePrefixed(g)],
    [2, () => writeShell(g)],
  ])();
}

function writeFind(g: Grammar): Tree {
  const { random } = g;
  const program = g.deeper().bareProgram();
  const action = random.pick(["-exec", "-execdir"]);
  return random.weighted<() => Tree>([
    [2, () => branch("command", "find-exec")`find . -maxdepth 0 ${action} ${program} {} \;`],
    [1, () => branch("command", "find-exec")`find sub -maxdepth 0 ${action} ${program} {} +`],
    [
      1,
      () =>
        branch(
          "command",
          "find-exec",
        )`find . -maxdepth 0 -type d -exec ${writeShell(g.deeper())} {} ';'`,
    ],
    [1, () => branch("command", "find-exec")`find a.txt -ok ${program} \; <<< y`],
  ])();
}

/** `exec` ends the shell, so it stands in a subshell or last. */
function writeExec(g: Grammar): Tree {
  const program = g.deeper().bareProgram();
  return g.random.weighted<() => Tree>([
    [2, () => branch("command", "exec", "subshell")`(exec ${program})`],
    [1, () => branch("command", "exec", "subshell")`(exec -a name ${program})`],
    [1, () => branch("command", "exec", "subshell")`(exec -l ${program})`],
    [1, () => branch("command", "exec")`exec 3>out1; ${program} >&3`],
    [1, () => branch("command", "exec")`exec ${program}`],
  ])();
}

const QUOTES: readonly (readonly [string, string, Writing])[] = [
  ["'", "'", "single"],
  ['"', '"', "double"],
  ["$'", "'", "ansi"],
];

/** Program text as one static word. */
function writeText(g: Grammar, construct: Construct): Tree {
  const [open, close, writing] = g.random.pick(QUOTES);
  const body = g.deeper().list();
  return nested({ constructs: [construct], open, close, writing, body });
}

/** `sh -c text` in its spellings. */
function writeShell(g: Grammar): Tree {
  const { random } = g;
  const shell = random.pick(["sh", "bash"]);
  const plain = random.pick(["-c", "-c --", "-e -c", "+e -c", "-o errexit -c"]);
  const combined = random.pick(["-ec", "-ce", "-lc", "-uc", "-euc", "-cu"]);
  return random.chance(0.5)
    ? branch(
        "command",
        "shell-c",
      )`${shell} ${plain} ${writeText(g, "shell-c")}${random.pick(["", " name", " name a"])}`
    : branch(
        "command",
        "shell-c-combined",
      )`${shell} ${combined} ${writeText(g, "shell-c-combined")}`;
}

function writeProgramText(g: Grammar): Tree {
  const { random } = g;
  const inner = g.deeper();
  const shell = random.pick(["sh", "bash", "bash -s", "sh -s a", "bash --norc", "sh -", "bash -e"]);
  const program = inner.bareProgram();
  return random.weighted<() => Tree>([
    [5, () => writeShell(g)],
    [3, () => branch("command", "eval")`eval ${writeText(g, "eval")}`],
    [1, () => branch("command", "eval")`eval -- ${writeText(g, "eval")}`],
    [1, () => branch("command", "eval")`eval ${inner.bareProgram()}`],
    [1, () => branch("command", "eval")`eval ${writeText(g, "eval")} ';' ${program}`],
    [2, () => writeTrap(g)],
    [
      2,
      () =>
        branch(
          "command",
          "shell-here-document",
        )`${shell} ${writeHereDocument(g.plain(), writeDocument(inner.plain()))}`,
    ],
    [1, () => branch("command", "xargs", "dynamic-program")`${writeReplacing(g)}`],
    [
      2,
      () =>
        branch("command", "shell-here-string")`${shell} <<< ${writeText(g, "shell-here-string")}`,
    ],
    [
      1,
      () =>
        branch(
          "command",
          "shell-pipe",
          "dynamic-program",
        )`echo ${writeText(g, "shell-pipe")} | ${shell}`,
    ],
    [
      1,
      () =>
        branch(
          "command",
          "script-c",
        )`script -q${random.pick([" -c ", "c ", " --command ", "ec "])}${writeText(g, "script-c")} /dev/null`,
    ],
    [1, () => branch("command", "script-c")`script /dev/null -qc ${writeText(g, "script-c")}`],
    [
      2,
      () =>
        branch(
          "command",
          "env-split",
        )`env ${random.pick(["-S ", "-S", "--split-string=", "-vS ", "CI=1 -S "])}'${g.plain().deeper().bareProgram().parts[0] as Tree} ${splitWords(g)}'`,
    ],
    [
      1,
      () =>
        branch(
          "command",
          "flock",
          "shell-c",
        )`flock a.txt ${random.pick(["-c", "--command"])} ${writeText(g, "flock")}`,
    ],
    [
      g.wild ? 2 : 0,
      () =>
        branch(
          "command",
          "dynamic-program",
        )`${random.pick(["eval", "sh -c", "bash -c"])} "${random.pick(["$x", "zed $x", "$(echo zed lost)", "${x:-zed lost}"])}"`,
    ],
  ])();
}

/** A program in a document: as it is, or escaped so that an unquoted delimiter leaves it as it is. */
function writeDocument(g: Grammar): Tree {
  const body = g.list();
  return g.random.chance(0.4)
    ? nested({ constructs: [], open: "", close: "", writing: "document", body })
    : body;
}

/** `xargs` that puts what it reads into the text of a program. */
function writeReplacing(g: Grammar): Tree {
  const { random } = g;
  const option = random.pick(["-I%", "-I %", "-i%", "--replace=%", "-rI%"]);
  const program = g.deeper().bareProgram();
  const text = nested({
    constructs: ["shell-c"],
    open: "'",
    close: "'",
    writing: "single",
    body: branch("list")`${program} %`,
  });
  return branch("command")`xargs ${option} -a a.txt ${random.pick(["bash", "sh"])} -c ${text}`;
}

function splitWords(g: Grammar): Tree {
  const tag = g.tag();
  return { ...branch("other")`${tag} ${g.random.pick(["a", "b\\_c", '"d e"', "${CI}"])}`, tag };
}

function writeTrap(g: Grammar): Tree {
  const { random } = g;
  const text = writeText(g, "trap");
  const program = g.deeper().program();
  return random.weighted<() => Tree>([
    [
      3,
      () =>
        branch(
          "command",
          "trap",
        )`trap ${random.pick(["", "-- "])}${text} ${random.pick(["EXIT", "0", "exit", "SIGEXIT"])}`,
    ],
    [1, () => branch("command", "trap")`trap ${text} DEBUG; ${program}; trap - DEBUG`],
    [1, () => branch("command", "trap")`trap ${text} ERR; false; trap - ERR`],
    [1, () => branch("command", "trap")`trap ${text} USR1; kill -USR1 $$`],
  ])();
}
