/**
 * Rules about one file or one tree.
 *
 * A tree that is read: a rule decides it only by covering all of it; a restriction that reaches part of it is a cut, which
 * the doors apply file by file. A tree that is written takes the severest verdict of anything a rule names below it: file
 * by file when the listing is complete, and otherwise every restriction that could match something below counts, unless a
 * more specific rule covers the whole tree.
 */
import type { FsTarget } from "@toolplane/contract";
import { chooseWinner } from "./choose-winner.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { pathSubject } from "./path-subject.ts";
import { findingOf, NO_OPINION, type RuleFinding, severerFinding } from "./rule-finding.ts";
import { matchesPath } from "./rule-matches.ts";

/** Judges a file target by the rules that apply to it. */
export function judgeFile(rules: readonly CompiledRule[], target: FsTarget): RuleFinding {
  if (target.tree !== true) return onBothPaths(target, (path) => judgePath(rules, path));
  if (target.capability === "fs.read")
    return onBothPaths(target, (root) => judgeReadTree(rules, root));
  if (target.entries?.complete === true)
    return judgeListedTree(rules, target, target.entries.paths);
  return onBothPaths(target, (root) => judgeWrittenTree(rules, root));
}

function onBothPaths(
  { path, real }: Pick<FsTarget, "path" | "real">,
  judge: (path: string) => RuleFinding,
): RuleFinding {
  const lexical = judge(path);
  return path === real ? lexical : severerFinding(lexical, judge(real));
}

function judgePath(rules: readonly CompiledRule[], path: string): RuleFinding {
  const subject = pathSubject(path);
  const matching: CompiledRule[] = [];
  for (const rule of rules) if (matchesPath(rule, subject)) matching.push(rule);
  if (matching.length === 0) return NO_OPINION;
  return findingOf(chooseWinner(matching, { kind: "path" }), matching);
}

function judgeReadTree(rules: readonly CompiledRule[], root: string): RuleFinding {
  const whole = rules.filter((rule) => coversRoot(rule, root));
  const cuts = rules.filter(
    (rule) => rule.action !== "allow" && !whole.includes(rule) && reachesRoot(rule, root),
  );
  const found = findingOf(chooseWinner(whole, { kind: "path" }), whole);
  return cuts.length === 0 ? found : { ...found, cuts };
}

function judgeWrittenTree(rules: readonly CompiledRule[], root: string): RuleFinding {
  const whole = new Set(rules.filter((rule) => coversRoot(rule, root)));
  const counting = rules.filter(
    (rule) => whole.has(rule) || (rule.action !== "allow" && reachesRoot(rule, root)),
  );
  const winner = chooseWinner(counting, { kind: "path", displaces: (rule) => whole.has(rule) });
  return findingOf(winner, counting);
}

function judgeListedTree(
  rules: readonly CompiledRule[],
  target: FsTarget,
  entries: readonly string[],
): RuleFinding {
  const root = onBothPaths(target, (path) => judgePath(rules, path));
  return entries.reduce((severest, entry) => {
    const below = relativeTo(target.path, entry);
    const names = { path: `${target.path}/${below}`, real: `${target.real}/${below}` };
    const found = onBothPaths(names, (path) => judgePath(rules, path));
    // An entry that no rule names goes with its root.
    return found.action === null ? severest : severerFinding(severest, found);
  }, root);
}

function relativeTo(root: string, entry: string): string {
  const start = root.endsWith("/") ? root : `${root}/`;
  return entry.startsWith(start) ? entry.slice(start.length) : entry;
}

function coversRoot(rule: CompiledRule, root: string): boolean {
  return rule.action === "allow"
    ? rule.paths.some((pattern) => pattern.coversTree(root))
    : rule.paths.some((pattern) => pattern.coversTreeFolded(root));
}

function reachesRoot(rule: CompiledRule, root: string): boolean {
  return rule.paths.some((pattern) => pattern.reaches(root));
}
