/**
 * Rules about one file or one tree.
 *
 * A tree that is read: a rule decides it by covering all of it, a restriction also by naming its root; a restriction that
 * reaches part of what lies below is a cut, which the doors apply file by file. A tree that is written takes the severest
 * verdict of anything a rule names below it: file by file when the listing is complete, and otherwise every restriction
 * that could match something below counts. Only a rule that covers the whole tree displaces another one.
 */
import type { FsTarget } from "@toolplane/contract";
import { isBelow, posixPath } from "@toolplane/readings";
import { chooseWinner } from "./choose-winner.ts";
import { pathSubject } from "./pattern/path-subject.ts";
import { type TreeSubject, treeSubject } from "./pattern/tree-subject.ts";
import type { CompiledRule } from "./rule/compiled-rule.ts";
import { matchesPath } from "./rule/subjects.ts";
import { findingOf, NO_OPINION, type RuleFinding, severerFinding } from "./rule-finding.ts";
import type { SpecificityOrder } from "./specificity-order.ts";

/** The rules that can be about one resource, with their order. */
export interface ApplicableRules {
  readonly rules: readonly CompiledRule[];
  readonly order: SpecificityOrder;
}

/** Judges a file target by the rules that apply to it. */
export function judgeFile(applicable: ApplicableRules, target: FsTarget): RuleFinding {
  if (target.tree !== true) return onBothPaths(target, (path) => judgePath(applicable, path));
  if (target.capability === "fs.read")
    return onBothPaths(target, (root) => judgeReadTree(applicable, root));
  if (target.entries?.complete === true)
    return judgeListedTree(applicable, target, target.entries.paths);
  return onBothPaths(target, (root) => judgeWrittenTree(applicable, root));
}

function onBothPaths(
  { path, real }: Pick<FsTarget, "path" | "real">,
  judge: (path: string) => RuleFinding,
): RuleFinding {
  const lexical = judge(path);
  return path === real ? lexical : severerFinding(lexical, judge(real));
}

function judgePath({ rules, order }: ApplicableRules, path: string): RuleFinding {
  const subject = pathSubject(path);
  const matching: CompiledRule[] = [];
  for (const rule of rules) if (matchesPath(rule, subject)) matching.push(rule);
  if (matching.length === 0) return NO_OPINION;
  return findingOf(chooseWinner(matching, { order, kind: "path" }), matching);
}

function judgeReadTree(applicable: ApplicableRules, root: string): RuleFinding {
  const { rules } = applicable;
  const tree = treeSubject(root);
  // A restriction that names the root itself decides too: `grep x .env` is about that very file.
  const deciding = rules.filter(
    (rule) => coversTree(rule, tree) || (rule.action !== "allow" && matchesPath(rule, tree.path)),
  );
  const cuts = rules.filter(
    (rule) => rule.action !== "allow" && !deciding.includes(rule) && reachesTree(rule, tree),
  );
  const found = decide(applicable, tree, deciding);
  return cuts.length === 0 ? found : { ...found, cuts };
}

function judgeWrittenTree(applicable: ApplicableRules, root: string): RuleFinding {
  const tree = treeSubject(root);
  const deciding = applicable.rules.filter(
    (rule) => coversTree(rule, tree) || (rule.action !== "allow" && reachesTree(rule, tree)),
  );
  return decide(applicable, tree, deciding);
}

function decide(
  { order }: ApplicableRules,
  tree: TreeSubject,
  deciding: readonly CompiledRule[],
): RuleFinding {
  const displaces = (rule: CompiledRule) => coversTree(rule, tree);
  return findingOf(chooseWinner(deciding, { order, kind: "path", displaces }), deciding);
}

function judgeListedTree(
  applicable: ApplicableRules,
  target: FsTarget,
  entries: readonly string[],
): RuleFinding {
  const root = onBothPaths(target, (path) => judgePath(applicable, path));
  return entries.reduce((severest, entry) => {
    const found = onBothPaths(namesOf(target, entry), (path) => judgePath(applicable, path));
    // An entry that no rule names goes with its root.
    return found.action === null ? severest : severerFinding(severest, found);
  }, root);
}

/** Both names of an entry, which a listing may give by either name of the root, or relative to it. */
function namesOf({ path, real }: FsTarget, entry: string): Pick<FsTarget, "path" | "real"> {
  const below = [path, real].find((root) => isBelow(entry, root));
  if (below === undefined && entry.startsWith("/")) return { path: entry, real: entry };
  const rest = below === undefined ? entry : posixPath.below(below, entry);
  return { path: posixPath.join(path, rest), real: posixPath.join(real, rest) };
}

function coversTree(rule: CompiledRule, tree: TreeSubject): boolean {
  return rule.action === "allow"
    ? rule.paths.some((pattern) => pattern.coversTreeSubject(tree))
    : rule.paths.some((pattern) => pattern.coversTreeSubjectFolded(tree));
}

function reachesTree(rule: CompiledRule, tree: TreeSubject): boolean {
  return rule.paths.some((pattern) => pattern.reachesSubject(tree));
}
