/**
 * Which entries `find … -delete` may delete: those for which the tests before it may hold. Alternatives, negations and brackets
 * are read as find reads them; a test that is not known may hold or fail. `-delete` looks at what lies in a folder first, so that
 * `-prune` keeps nothing out, and a folder counts as empty once all of it may be gone.
 */
import { isAscii, readNameGlob } from "@toolplane/readings";
import type { PickEntries, TreeFacts } from "../resources/add-file.ts";
import { type ExpandedWord, isLiteral } from "../words/expanded-word.ts";

/** Whether something may hold, and whether it may fail. */
interface May {
  readonly yes: boolean;
  readonly no: boolean;
}

interface Entry {
  readonly name: string;
  /** Null: nobody looked. */
  readonly isFolder: boolean | null;
  readonly mayBeEmpty: () => boolean;
  reached: boolean;
}

type Test = (entry: Entry) => May;

const HOLDS: May = { yes: true, no: false };
const FAILS: May = { yes: false, no: true };
const UNKNOWN: May = { yes: true, no: true };

const NO_VALUE =
  /^-(?:depth|d|mount|xdev|noleaf|daystart|follow|warn|nowarn|ignore_readdir_race|noignore_readdir_race)$/;
const ONE_GLOBAL_VALUE = /^-(?:maxdepth|mindepth|regextype|files0-from)$/;
const PRINTS = /^-(?:print|print0|ls|prune)$/;
const UNKNOWN_ALONE = /^-(?:readable|writable|executable|nouser|nogroup|quit)$/;
const UNKNOWN_WITH_VALUE =
  /^-(?:[acm]time|[acm]min|newer|newer[aBcm][aBcmt]|anewer|cnewer|size|perm|user|group|uid|gid|path|ipath|wholename|iwholename|regex|iregex|links|inum|samefile|lname|ilname|xtype|fstype|context|used|printf|fprint|fprint0|fls)$/;
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;

/** Null where the expression is not understood: then everything below counts. */
export function readDeleted(expression: readonly ExpandedWord[]): PickEntries | null {
  const test = readTest(expression);
  if (test === null) return null;
  const most = depthOf(expression, "-maxdepth");
  const least = depthOf(expression, "-mindepth");
  return (paths, facts) => {
    const deleted = pick(test, paths, facts);
    if (most === null && least === null) return deleted;
    return deleted.filter((path) => {
      const depth = path.slice(facts.root.length).split("/").length - 1;
      return depth <= (most ?? depth) && depth >= (least ?? depth);
    });
  };
}

/** How deep it goes, or from where on; null where that is not said in so many words. */
function depthOf(words: readonly ExpandedWord[], option: string): number | null {
  const given = words.filter((_word, index) => words[index - 1]?.text === option);
  const [only] = given;
  return given.length === 1 && only && isLiteral(only) && /^\d{1,4}$/.test(only.text)
    ? Number(only.text)
    : null;
}

/** What is surely left keeps the folders above it from being empty, so what lies deepest is looked at first. */
function pick(test: Test, paths: readonly string[], facts: TreeFacts): readonly string[] {
  const folders = facts.folders();
  const kept = new Set<string>();
  const deleted = new Set<string>();
  const visit = (path: string, isFolder: boolean | null): void => {
    const entry: Entry = {
      name: path.slice(path.lastIndexOf("/") + 1),
      isFolder,
      reached: false,
      mayBeEmpty: () =>
        isFolder === null || (isFolder ? !kept.has(path) : facts.mayBeEmptyFile(path)),
    };
    test(entry);
    if (entry.reached) deleted.add(path);
    else for (let up = parentOf(path); up !== "" && !kept.has(up); up = parentOf(up)) kept.add(up);
  };
  if (folders === null) for (const path of paths) visit(path, null);
  else {
    for (const path of paths) if (!folders.has(path)) visit(path, false);
    const inner = paths.filter((path) => folders.has(path));
    for (const path of inner.toSorted((one, other) => other.length - one.length)) visit(path, true);
  }
  const isLeftOut = facts.judgedLater && folders !== null ? emptyGitFolders(paths, folders) : NONE;
  return paths.filter((path) => deleted.has(path) && !isLeftOut.has(path));
}

const NONE: ReadonlySet<string> = new Set();

/** Folders of git's own without a file below: git makes them again, and what steers it lies in files. */
function emptyGitFolders(
  paths: readonly string[],
  folders: ReadonlySet<string>,
): ReadonlySet<string> {
  const empty = new Set([...folders].filter((path) => path.includes("/.git/")));
  for (const path of paths)
    if (!folders.has(path)) for (let up = parentOf(path); empty.delete(up); ) up = parentOf(up);
  return empty;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A reader that goes down from commas over alternatives to single tests. */
function readTest(words: readonly ExpandedWord[]): Test | null {
  let at = 0;
  const peek = (): string | undefined => words[at]?.text;
  const takes = (pattern: RegExp): boolean => {
    const text = peek();
    if (text === undefined || !pattern.test(text)) return false;
    at += 1;
    return true;
  };
  const list = (): Test | null => {
    let left = either();
    while (left !== null && takes(/^,$/)) left = inTurn(left, either());
    return left;
  };
  const either = (): Test | null => {
    let left = both();
    while (left !== null && takes(/^-(?:o|or)$/)) left = anyOf(left, both());
    return left;
  };
  const both = (): Test | null => {
    let left = one();
    while (left !== null && peek() !== undefined && !/^(?:,|\)|-o|-or)$/.test(peek() ?? "")) {
      takes(/^-(?:a|and)$/);
      left = allOf(left, one());
    }
    return left;
  };
  const one = (): Test | null => {
    const word = words[at];
    if (word === undefined || !isLiteral(word)) return null;
    at += 1;
    if (/^(?:!|-not)$/.test(word.text)) return negated(one());
    if (word.text === "(") {
      const inner = list();
      return takes(/^\)$/) ? inner : null;
    }
    const { test, values } = primary(word.text, words.slice(at));
    at += values;
    return test;
  };
  const whole = list();
  return at === words.length ? whole : null;
}

interface Primary {
  readonly test: Test | null;
  /** So many words after it are its own. */
  readonly values: number;
}

function primary(text: string, after: readonly ExpandedWord[]): Primary {
  const [value] = after;
  const said = value && isLiteral(value) && value.pattern === undefined ? value.text : null;
  if (text === "-delete") return { test: reach, values: 0 };
  if (text === "-name" || text === "-iname") return { test: nameTest(text, said), values: 1 };
  if (text === "-type") return { test: typeTest(said), values: 1 };
  if (text === "-empty")
    return { test: (entry) => (entry.mayBeEmpty() ? UNKNOWN : FAILS), values: 0 };
  if (text === "-false") return { test: () => FAILS, values: 0 };
  if (text === "-true" || NO_VALUE.test(text) || PRINTS.test(text))
    return { test: () => HOLDS, values: 0 };
  if (ONE_GLOBAL_VALUE.test(text)) return { test: () => HOLDS, values: 1 };
  if (UNKNOWN_ALONE.test(text)) return { test: () => UNKNOWN, values: 0 };
  if (UNKNOWN_WITH_VALUE.test(text)) return { test: () => UNKNOWN, values: 1 };
  if (text === "-fprintf") return { test: () => UNKNOWN, values: 2 };
  if (!RUNS.test(text)) return { test: null, values: 0 };
  const end = after.findIndex(
    (word, index) => word.text === ";" || (word.text === "+" && after[index - 1]?.text === "{}"),
  );
  return { test: end === -1 ? null : () => UNKNOWN, values: end + 1 };
}

const reach: Test = (entry) => {
  entry.reached = true;
  return UNKNOWN;
};

/** A leading dot is nothing special to find. */
function nameTest(option: string, glob: string | null): Test {
  const fold = (text: string): string => (option === "-iname" ? text.toLowerCase() : text);
  const read = glob !== null && isAscii(glob) ? readNameGlob(`x${fold(glob)}`) : null;
  if (read?.ok !== true) return () => UNKNOWN;
  return ({ name }) => {
    if (!isAscii(name)) return UNKNOWN;
    return read.value.test(`x${fold(name)}`) ? HOLDS : FAILS;
  };
}

function typeTest(letters: string | null): Test {
  if (letters === null) return () => UNKNOWN;
  const types = letters.split(",");
  return ({ isFolder }) => {
    if (isFolder === null) return UNKNOWN;
    if (isFolder) return types.includes("d") ? HOLDS : FAILS;
    return types.some((type) => type !== "d") ? UNKNOWN : FAILS;
  };
}

function allOf(left: Test, right: Test | null): Test | null {
  if (right === null) return null;
  return (entry) => {
    const first = left(entry);
    if (!first.yes) return first;
    const second = right(entry);
    return { yes: second.yes, no: first.no || second.no };
  };
}

function anyOf(left: Test, right: Test | null): Test | null {
  if (right === null) return null;
  return (entry) => {
    const first = left(entry);
    if (!first.no) return first;
    const second = right(entry);
    return { yes: first.yes || second.yes, no: second.no };
  };
}

function inTurn(left: Test, right: Test | null): Test | null {
  if (right === null) return null;
  return (entry) => {
    left(entry);
    return right(entry);
  };
}

function negated(test: Test | null): Test | null {
  if (test === null) return null;
  return (entry) => {
    const { yes, no } = test(entry);
    return { yes: no, no: yes };
  };
}
