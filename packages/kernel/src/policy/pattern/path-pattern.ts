/**
 * Path patterns: globs over absolute paths, never regular expressions. `*` and `?` stay within a segment, `**` is any
 * number of whole segments, `{a,b}` are alternatives, everything else (brackets too) is itself. Matching is linear in
 * each part; no pattern is slow.
 *
 * Two readings: exactly, for what allows; folded (case and Unicode form), for what restricts. The folded reading includes
 * the exact one. `covers` holds in both, so a rule that is called more specific is so however it is compared.
 */
import {
  compilePathAlternative,
  coversAlternative,
  expandBraces,
  foldText,
  type PathAlternative,
  reachesByName,
  reachesTree,
  type Segments,
} from "@toolplane/readings";
import { type PathSubject, pathSubject } from "./path-subject.ts";
import { valueOfPattern } from "./pattern-fault.ts";
import { type TreeSubject, treeSubject } from "./tree-subject.ts";

export interface PathPattern {
  readonly text: string;
  /** True when it names paths without any wildcard. */
  readonly literal: boolean;
  /** The same pattern without braces, one text for each alternative. */
  readonly alternatives: readonly string[];
  matches(path: string): boolean;
  matchesFolded(path: string): boolean;
  /** The same two on a path prepared once for many patterns. */
  matchesSubject(subject: PathSubject): boolean;
  matchesSubjectFolded(subject: PathSubject): boolean;
  /** True when every path that `other` matches is matched by this one, in both readings. */
  covers(other: PathPattern): boolean;
  /** True when the root and everything below it match, exactly. */
  coversTree(root: string): boolean;
  coversTreeFolded(root: string): boolean;
  /** True when the root, or something that could lie below it, matches (folded: the wider reading). */
  reaches(root: string): boolean;
  /** The same, and only because of what the root is called. */
  reachesByNameSubject(tree: TreeSubject): boolean;
  /** The same on a root prepared once for many patterns; folded is the reading of what restricts. */
  coversTreeSubject(tree: TreeSubject): boolean;
  coversTreeSubjectFolded(tree: TreeSubject): boolean;
  reachesSubject(tree: TreeSubject): boolean;
  readonly exact: readonly PathAlternative[];
  readonly folded: readonly PathAlternative[];
}

/** Compiles an absolute pattern whose variables are expanded. The empty pattern matches nothing; a bad one throws. */
export function compilePathPattern(text: string): PathPattern {
  const alternatives =
    text === "" ? [] : valueOfPattern(text, expandBraces(text)).filter((part) => part !== "");
  const compile = (part: string) => valueOfPattern(part, compilePathAlternative(part));
  const exact = alternatives.map(compile);
  const folded = alternatives.map((part, index) => {
    const text = foldText(part);
    return text === part ? (exact[index] as PathAlternative) : compile(text);
  });
  const pattern: PathPattern = {
    text,
    literal: exact.length > 0 && exact.every((alternative) => alternative.literal),
    alternatives,
    exact,
    folded,
    matches: (path) => pattern.matchesSubject(pathSubject(path)),
    matchesFolded: (path) => pattern.matchesSubjectFolded(pathSubject(path)),
    matchesSubject: (subject) => subject.trusted && anyTests(exact, subject.text),
    matchesSubjectFolded: (subject) =>
      anyTests(folded, subject.folded) || (!subject.isPlain && anyTests(exact, subject.text)),
    covers: (other) => coversAll(exact, other.exact) && coversAll(folded, other.folded),
    coversTree: (root) => pattern.coversTreeSubject(treeSubject(root)),
    coversTreeFolded: (root) => pattern.coversTreeSubjectFolded(treeSubject(root)),
    coversTreeSubject: ({ path, exact: tree }) => path.trusted && coversOne(exact, tree),
    coversTreeSubjectFolded: (tree) =>
      coversOne(folded, tree.folded) || coversOne(exact, tree.exact),
    reaches: (root) => pattern.reachesSubject(treeSubject(root)),
    reachesByNameSubject: (tree) =>
      folded.some((alternative) => reachesByName(alternative, tree.foldedNames)) ||
      exact.some((alternative) => reachesByName(alternative, tree.names)),
    reachesSubject: (tree) =>
      folded.some((alternative) => reachesTree(alternative, tree.foldedNames)) ||
      exact.some((alternative) => reachesTree(alternative, tree.names)),
  };
  return pattern;
}

// A plain loop: this is the innermost step of judging, and most patterns have one alternative.
function anyTests(alternatives: readonly PathAlternative[], path: string): boolean {
  for (let index = 0; index < alternatives.length; index += 1) {
    if (alternatives[index]?.test(path) === true) return true;
  }
  return false;
}

function coversAll(wide: readonly PathAlternative[], narrow: readonly PathAlternative[]): boolean {
  return narrow.every((part) => coversOne(wide, part));
}

function coversOne(wide: readonly PathAlternative[], part: Segments): boolean {
  return wide.some((whole) => coversAlternative(whole, part));
}
