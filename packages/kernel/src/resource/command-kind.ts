/** A simple command of a shell line, or a program with its words: the words, the directory, and the listed variables set for it. */
import { hash } from "node:crypto";
import type { ShellTarget, ShellWord } from "@toolplane/contract";
import type { Kind, Unit } from "./kind.ts";
import { quoteKeyWord } from "./quote-key-word.ts";

export const commandKind: Kind<ShellTarget, "shell.run"> = {
  isPermission: true,
  subject: "argv",
  describe: ({ unit }) => `shell.run ${argvText(unit)}`,
  ask({ unit }) {
    const { cwd, assignments = [] } = unit;
    const set = assignments.map(({ name, value }) => `${name}=${wordText(value)}`);
    const wearing = set.length === 0 ? "" : `, with ${set.join(" ")}`;
    return `run ${shownSource(unit)}  (in ${cwd ?? "a place that is not known"}${wearing})`;
  },
  words({ unit }) {
    const set = (unit.assignments ?? []).map(({ name, value }) => `${name}=${wordText(value)}`);
    return ["shell.run", [...set, shownSource(unit)].join(" ")];
  },
  done: "ran",
  key: ({ unit }) => commandKey(unit, []),
  identity: ({ unit }) => `shell.run ${unitText(unit)}`,
  coverIdentity: ({ unit }) => (isKnown(unit) ? `shell.run ${unitText(unit)}` : null),
  isWide: () => false,
  contains: isSameCommand,
  names: isSameCommand,
  readsOnly: ({ unit }) => unit.effect === "read",
  hold: ({ unit }) => (unit.effect === "read" || unit.neutral === true ? null : "anywhere"),
  reaches: () => "process",
  pattern: ({ unit }) => commandPattern(unit, unit.argv.length),
  widerPattern({ unit }) {
    const second = unit.argv[1];
    // `rm -rf *` does not tell what is removed: an option is no argument to build on.
    if (typeof second !== "string" || second.startsWith("-")) return null;
    const words = commandPattern(unit, 2);
    return words === null ? null : { pattern: `${words} *`, breadth: "prefix" };
  },
  withoutContent(target) {
    const { argv, cwd, effect } = target.unit;
    const program = typeof argv[0] === "string" ? argv[0] : null;
    return { ...target, unit: { program, cwd, ...(effect ? { effect } : {}) } };
  },
};

/** Characters of a command that are kept in its key; past that the key ends in a digest of the whole. */
const MAX_COMMAND_CHARS = 700;
const COMMAND_MARK = "$ ";
const DIRECTORY_MARK = " @ ";

/**
 * The key of a command as it was typed, `$ npm test @ /workspace`, with words quoted wherever plain text would be
 * ambiguous. Variables and redirects come first, in brackets: a pattern of the allowlist like `git log *` is about the
 * command, and must not swallow where its output goes.
 */
export function commandKey(unit: Unit, redirects: readonly string[]): string {
  const set = (unit.assignments ?? []).map(
    ({ name, value }) => `[${name}=${quoteKeyWord(wordText(value))}]`,
  );
  const files = redirects.toSorted().map((redirect) => `[${quoteKeyWord(redirect)}]`);
  const words = unit.argv.map((word) => quoteKeyWord(wordText(word)));
  const line = [...set, ...files, ...words].join(" ");
  const directory = quoteKeyWord(unit.cwd ?? "?").replaceAll(" ", "\\u0020");
  return `${COMMAND_MARK}${foldCommand(line)}${DIRECTORY_MARK}${directory}`;
}

/** The command alone, as a person would write it in an allowlist; null for a key that is not a command's. */
export function commandOfKey(key: string): string | null {
  if (!key.startsWith(COMMAND_MARK)) return null;
  // The directory is written without blanks, so the last mark is the real one.
  const at = key.lastIndexOf(DIRECTORY_MARK);
  return at < 0 ? null : key.slice(COMMAND_MARK.length, at);
}

function foldCommand(line: string): string {
  if (line.length <= MAX_COMMAND_CHARS) return line;
  return `${line.slice(0, MAX_COMMAND_CHARS).toWellFormed()}… sha256=${hash("sha256", line, "hex")}`;
}

function wordText(word: ShellWord): string {
  return typeof word === "string" ? word : word.dynamic;
}

function argvText({ argv }: Unit): string {
  return argv.map(wordText).join(" ");
}

function shownSource(unit: Unit): string {
  const source = unit.text.trim();
  return source === "" ? argvText(unit) : source;
}

/** The first words as a pattern reads them as themselves; null where none can be written. */
export function commandPattern({ argv }: Unit, count: number): string | null {
  const words: string[] = [];
  for (const word of argv.slice(0, count)) {
    const written = typeof word === "string" ? patternWord(word) : null;
    if (written === null) return null;
    words.push(written);
  }
  return words.length === count ? words.join(" ") : null;
}

function patternWord(word: string): string | null {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (word.includes("*")) return null;
  if (!word.includes('"')) return `"${word}"`;
  return word.includes("'") ? null : `'${word}'`;
}

function unitText({ argv, cwd, assignments }: Unit): string {
  return JSON.stringify([
    argv,
    cwd,
    assignments ? assignments.map(({ name, value }) => [name, value]) : [],
  ]);
}

/** False where a word, a variable or the directory is only known when the command runs. */
function isKnown({ argv, cwd, assignments = [] }: Unit): boolean {
  if (cwd === null || argv.length === 0) return false;
  return (
    argv.every((word) => typeof word === "string") &&
    assignments.every(({ value }) => typeof value === "string")
  );
}

// Field by field: a line of many commands compares each with all, and texts would have to be made for that.
function isSameCommand({ unit: one }: ShellTarget, { unit: other }: ShellTarget): boolean {
  if (one === other) return true;
  const { assignments: some = [] } = one;
  const { assignments: others = [] } = other;
  return (
    one.cwd === other.cwd &&
    one.argv.length === other.argv.length &&
    some.length === others.length &&
    one.argv.every((word, index) => isSameWord(word, other.argv[index])) &&
    some.every(
      ({ name, value }, index) =>
        name === others[index]?.name && isSameWord(value, others[index]?.value),
    )
  );
}

function isSameWord(one: ShellWord, other: ShellWord | undefined): boolean {
  if (typeof one === "string" || typeof other !== "object") return one === other;
  return one.dynamic === other.dynamic;
}
