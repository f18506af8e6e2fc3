/**
 * `find src -name '*.ts' | xargs grep x`: the names that a lister writes into a pipe lie below the roots it was given, so a
 * command that reads them reads those trees. Only listers that print plain paths count, with literal words, and filters
 * that let lines through or not; anything else writes what nobody knows.
 */
import type { Command, CommandNode } from "unbash";
import type { Scope, Stdin } from "../line/command-context.ts";
import { nameTest } from "../resources/name-test.ts";
import { expandWord, type WordKnowledge } from "../words/expand-word.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";

type Names = Omit<Extract<Stdin, { readonly kind: "names" }>, "kind" | "where">;

const UNKNOWN: Stdin = { kind: "unknown" };

/** True for programs that list names. */
export function isLister(name: string): boolean {
  return name === "ls" || Object.hasOwn(LISTERS, name);
}

/**
 * `ls` prints the names that it is given, and of folders what is in them without the folder: from here those are names of this
 * folder, if they are any.
 */
function readLs(words: readonly ExpandedWord[], where: Scope["where"]): Stdin {
  const options = words.filter(({ text }) => text.startsWith("-"));
  const plain = (word: ExpandedWord) => isLiteral(word) && /^-[1aAtrSXUcu]+$/.test(word.text);
  if (words.some(({ dynamic }) => dynamic) || !options.every(plain)) return UNKNOWN;
  const showsHidden = options.some(({ text }) => /[aA]/.test(text));
  const operands = words.filter((word) => !options.includes(word));
  const here = (showsHidden ? ["*", ".*"] : ["*"]).map((pattern) => ({
    text: pattern,
    pattern,
    dynamic: false,
    splits: true,
  }));
  const roots = [...operands, ...here].map((word) => ({ ...word, exact: true as const }));
  return { kind: "names", where, roots, zero: false, prefixed: false };
}

/** What the next command of a pipeline reads, given what this one does. */
export function pipedNames(
  node: CommandNode,
  known: WordKnowledge,
  { stdin: before, where }: Pick<Scope, "stdin" | "where">,
): Stdin {
  if (node.type !== "Command" || node.prefix.length > 0 || !node.name) return UNKNOWN;
  if (!writesOnlyNames(node) || node.args.some((word) => word.type !== "Word")) return UNKNOWN;
  const words = [node.name, ...node.args].flatMap((word) =>
    word.type === "Word" ? expandWord(word, known) : [],
  );
  const [program, ...operands] = words;
  if (program?.text === "ls" && isLiteral(program) && before.kind !== "names")
    return readLs(operands, where);
  if (!words.every(isLiteral)) return UNKNOWN;
  const [name = "", ...rest] = words.map(({ text }) => text);
  if (before.kind === "names") return letsThrough(name, rest) ? before : UNKNOWN;
  const lister = Object.hasOwn(LISTERS, name) ? LISTERS[name] : undefined;
  const found = lister?.(rest);
  return found ? { kind: "names", where, ...found } : UNKNOWN;
}

/** Its errors may go nowhere, but not into the pipe. */
function writesOnlyNames({ redirects }: Command): boolean {
  return redirects.every(
    (redirect) =>
      redirect.type === "Redirect" &&
      redirect.operator === ">" &&
      redirect.descriptor?.type === "FileDescriptor" &&
      redirect.descriptor.value === 2 &&
      redirect.target?.text === "/dev/null",
  );
}

function names(roots: readonly string[], form: Omit<Names, "roots">): Names {
  return { roots: roots.map(literalWord), ...form };
}

const FIND_TESTS =
  /^-(?:name|iname|path|ipath|wholename|regex|iregex|regextype|type|maxdepth|mindepth|newer|newermt|mtime|mmin|ctime|atime|size|perm|user|group)$/;
const FIND_PLAIN =
  /^(?:-(?:not|o|a|or|and|prune|print|depth|mount|xdev|empty|readable|writable|executable|daystart)|[!(),])$/;

function readFind(words: readonly string[]): Names | null {
  const first = words.findIndex((text) => /^[-(!,)]/.test(text));
  const roots = first === -1 ? words : words.slice(0, first);
  let zero = false;
  for (let at = roots.length; at < words.length; at += 1) {
    const text = words[at] ?? "";
    if (text === "-print0") zero = true;
    else if (FIND_TESTS.test(text)) at += 1;
    else if (!FIND_PLAIN.test(text)) return null;
  }
  const found = names(roots.length > 0 ? roots : ["."], { zero, prefixed: true });
  const only = namedOnly(words.slice(roots.length));
  return only === null
    ? found
    : { ...found, roots: found.roots.map((root) => ({ ...root, only })) };
}

/** `-name '*.ts'`, where nothing is said beside it that could let other names in. */
function namedOnly(words: readonly string[]): ((path: string) => boolean) | null {
  if (words.some((text) => /^(?:-o|-or|-not|!|,|-prune)$/.test(text))) return null;
  const at = words.indexOf("-name");
  const test = at === -1 ? null : nameTest(words[at + 1] ?? "");
  return test && ((path) => test(path.slice(path.lastIndexOf("/") + 1)));
}

/** Options that neither follow links nor change what is printed; those with a value take the next word. */
function readListing(
  words: readonly string[],
  plain: {
    readonly flags: RegExp;
    readonly values: RegExp;
    readonly zero: RegExp;
    readonly skip: number;
  },
): Names | null {
  const operands: string[] = [];
  let zero = false;
  for (let at = 0; at < words.length; at += 1) {
    const text = words[at] ?? "";
    if (plain.zero.test(text)) zero = true;
    else if (plain.values.test(text)) at += 1;
    else if (text.startsWith("-")) {
      if (!plain.flags.test(text)) return null;
    } else operands.push(text);
  }
  const roots = operands.slice(plain.skip);
  return names(roots.length > 0 ? roots : ["."], { zero, prefixed: roots.length > 0 });
}

const LISTERS: Readonly<Record<string, (words: readonly string[]) => Names | null>> = {
  find: readFind,
  fd: (words) =>
    readListing(words, { flags: /^-[HIiusFg]+$/, values: /^-[etEd]$/, zero: /^-0$/, skip: 1 }),
  rg: (words) => {
    const lists = words.some((text) => /^-[a-zA-Z]*l|^--files/.test(text));
    const skip = words.includes("--files") ? 0 : 1;
    const flags = /^(?:-[liFwxsSvn.]+|--files|--files-with-matches|--hidden|--no-ignore)$/;
    return lists
      ? readListing(words, { flags, values: /^-[gtT]$/, zero: /^(?:-0|--null)$/, skip })
      : null;
  },
  grep: (words) => {
    const lists = words.some((text) => /^-[a-zA-Z]*[lL]/.test(text));
    const flags = /^(?:-[rlLiFEPwxvsI]+|--include=.*|--exclude(?:-dir)?=.*)$/;
    const found = readListing(words, { flags, values: /^$/, zero: /^(?:-Z|--null)$/, skip: 1 });
    return lists ? found : null;
  },
  git: ([subcommand, ...words]) =>
    subcommand === "ls-files"
      ? readListing(words, {
          flags: /^(?:-[comd]+|--cached|--others|--modified|--exclude-standard|--)$/,
          values: /^-x$/,
          zero: /^-z$/,
          skip: Number.POSITIVE_INFINITY,
        })
      : null,
};

/** Filters that print some of their lines as they are. */
function letsThrough(name: string, words: readonly string[]): boolean {
  switch (name) {
    case "grep":
    case "egrep":
    case "fgrep": {
      const options = words.filter((text) => text.startsWith("-"));
      return (
        words.length - options.length === 1 && options.every((text) => /^-[viEFPwx]+$/.test(text))
      );
    }
    case "sort":
      return words.every((text) => /^-[ubdfnrhV]+$/.test(text));
    case "uniq":
    case "cat":
    case "tac":
    case "shuf":
      return words.length === 0;
    case "head":
    case "tail":
      return words.every(
        (text, index) =>
          /^-(?:n\d*|\d+)$/.test(text) || (words[index - 1] === "-n" && /^\d+$/.test(text)),
      );
    default:
      return false;
  }
}
