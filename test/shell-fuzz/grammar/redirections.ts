/** Redirections of every kind, here-documents and here-strings. Targets are new files, so that no command fails for want of one. */
import { branch, type HereDocument, nested, sequence, type Tree } from "../line-tree.ts";
import type { Grammar } from "./grammar.ts";
import { writeNestedWord } from "./parameters.ts";
import { writeSubstitution } from "./words.ts";

const FILES = ["out1", "out2", "sub/out3", "'out 4'", "./out5", "/dev/null"];
const DUPLICATIONS = [
  "2>&1",
  ">&2",
  "1>&2",
  "3>&1",
  "4>&-",
  "<&-",
  "5<&0",
  "3>&1-",
  "2>/dev/null",
  ">&/dev/null",
  "&>/dev/null",
  "&>>out1",
  "<>out2",
];
const BODY_LINES = [
  "plain text",
  "zed lost",
  "$(true)",
  "it's",
  'a "b',
  "\\$(zed lost)",
  "\\`zed lost\\`",
  "E not the end",
  " E",
  "#",
  "",
  "$x",
  "a\\",
  "\\E",
];

/** Zero to two redirections, with a blank before each. */
export function writeRedirections(g: Grammar): Tree {
  const { random } = g;
  const count = random.weighted([
    [12, 0],
    [4, 1],
    [1, 2],
  ] as const);
  const parts = Array.from({ length: count }, () => branch("optional")` ${writeRedirection(g)}`);
  return sequence("other", parts);
}

function writeRedirection(g: Grammar): Tree {
  const { random } = g;
  const file = random.pick(FILES);
  return random.weighted<() => Tree>([
    [4, () => branch("other", "redirect")`${random.pick([">", ">>", "> ", ">|", "&>"])}${file}`],
    [2, () => branch("other", "redirect")`< ${random.pick(["a.txt", "b.txt", "/dev/null"])}`],
    [
      2,
      () =>
        branch(
          "other",
          "redirect-descriptor",
        )`${random.pick(["1>", "2>", "2>>", "3>", "6<>"])} ${file}`,
    ],
    [2, () => branch("other", "redirect-descriptor")`${random.pick(DUPLICATIONS)}`],
    [1, () => branch("other", "redirect-named-descriptor")`{fd}>${file}`],
    [3, () => writeHereString(g)],
    [5, () => writeHereDocument(g)],
    [
      g.wild && g.depth > 0 ? 2 : 0,
      () => branch("other", "redirect", "redirect-substitution")`> ${writeSubstitution(g)}`,
    ],
    [g.depth > 0 ? 2 : 0, () => writeRedirectToProgram(g)],
  ])();
}

/** `> >(program)` and `< <(program)`: a file name made by a process substitution. */
function writeRedirectToProgram(g: Grammar): Tree {
  const input = g.random.chance(0.5);
  const body = g.deeper().list();
  const program = nested({
    constructs: [input ? "process-substitution-in" : "process-substitution-out"],
    open: input ? "<(" : ">(",
    close: ")",
    writing: "plain",
    body,
  });
  return branch("other", "redirect", "redirect-substitution")`${input ? "<" : ">"} ${program}`;
}

function writeHereString(g: Grammar): Tree {
  const word = g.depth > 0 && g.random.chance(0.5) ? writeSubstitution(g) : g.staticWord();
  return branch("other", "here-string")`<<< ${word}`;
}

/** A document: quoted delimiters keep the body as it is, unquoted ones expand it, `<<-` takes leading tabs away. */
export function writeHereDocument(g: Grammar, program?: Tree): HereDocument {
  const { random } = g;
  const tabs = random.chance(0.25);
  const quoted = random.chance(program ? 0.7 : 0.35);
  const end = random.pick(["E", "EOF", "E1"]);
  const written = quoted
    ? random.pick([`'${end}'`, `"${end}"`, `\\${end}`, `${end[0]}''${end.slice(1)}`])
    : end;
  const blank = random.pick(["", " "]);
  return {
    kind: "here-document",
    constructs: [
      quoted ? "here-document-quoted" : "here-document",
      ...(tabs ? (["here-document-tabs"] as const) : []),
    ],
    operator: `${tabs ? "<<-" : "<<"}${blank}${written}`,
    end: random.chance(0.03) ? null : `${tabs ? random.pick(["", "\t", "\t\t"]) : ""}${end}`,
    body: program ?? writeBody(g),
  };
}

function writeBody(g: Grammar): Tree {
  const { random } = g;
  const lines = Array.from({ length: random.int(3) }, (): Tree => `${random.pick(BODY_LINES)}\n`);
  const last: Tree =
    g.depth > 0 && random.chance(0.7) ? writeSubstitutionOfBody(g) : random.pick(BODY_LINES);
  return sequence("other", [...lines, last]);
}

/** In a body only `$` and backquotes are special: quotes are not, so what stands between them is expanded. */
function writeSubstitutionOfBody(g: Grammar): Tree {
  const { random } = g;
  const inner = g.deeper();
  const dollar = nested({
    constructs: ["command-substitution"],
    open: "$(",
    close: ")",
    writing: "plain",
    body: inner.list(),
  });
  return random.weighted<() => Tree>([
    [4, () => branch("other")`a ${dollar} b`],
    [1, () => branch("other", "single-quotes")`'${dollar}'`],
    [
      1,
      () => branch("other", "arithmetic-expansion", "arithmetic-substitution")`$((1 + ${dollar}1))`,
    ],
    [2, () => writeNestedWord(g)],
    [
      2,
      () =>
        nested({
          constructs: ["backquotes"],
          open: "`",
          close: "`",
          writing: "backquotes",
          body: inner.program(),
        }),
    ],
  ])();
}
