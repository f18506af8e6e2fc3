/**
 * The kinds of subject that a rule's pattern can be about, one entry for each: how a pattern matches (exactly for what
 * allows, broadly for what restricts: folded paths, any spelling of a command, any port), when one rule's patterns
 * contain another's, and how a rule's example is read. Knows neither permissions nor trees.
 */
import type { ShellUnit, Target, Variables } from "@toolplane/contract";
import type { SubjectKind, SubjectTargets } from "../../resource/kind.ts";
import { kindOf } from "../../resource/kinds.ts";
import { type PathSubject, pathSubject } from "../pattern/path-subject.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { commandExample, hostExample, nameExample, pathExamples } from "./read-example.ts";

export interface Subject<T> {
  /** True when the rule's pattern matches; for files, the lexical path. */
  matches(rule: CompiledRule, target: T): boolean;
  /** False for a rule that matches only because part of the target is unknown: it displaces no other. */
  isSure?(rule: CompiledRule, target: T): boolean;
  /** True when the one rule's patterns contain the other's; only ever claimed where it is certain. */
  contains(wide: CompiledRule, narrow: CompiledRule): boolean;
  /** Readings of an example; empty when it is none of these. */
  readExample(example: string, variables: Variables): readonly Target[];
}

export const SUBJECTS: { readonly [S in SubjectKind]: Subject<SubjectTargets[S]> } = {
  path: {
    matches: (rule, { path }) => matchesPath(rule, pathSubject(path)),
    contains: (wide, narrow) =>
      wide.everything || eachCovered(wide.paths, narrow.paths, (w, n) => w.covers(n)),
    readExample: pathExamples,
  },
  host: {
    matches: (rule, target) =>
      rule.everything ||
      (rule.action === "allow"
        ? rule.hosts.some((pattern) => pattern.matches(target))
        : rule.hosts.some((pattern) => pattern.matchesBroadly(target))),
    isSure: (rule, target) =>
      rule.everything ||
      rule.hosts.some((pattern) => pattern.matchesBroadly(target) && pattern.isKnown(target)),
    contains(wide, narrow) {
      // A restriction without a port binds every port, so it contains an allowance that names one.
      const broad = wide.action !== "allow";
      return containsAll(wide, narrow, () =>
        eachCovered(wide.hosts, narrow.hosts, (w, n) => (broad ? w.coversBroadly(n) : w.covers(n))),
      );
    },
    readExample: hostExample,
  },
  argv: {
    matches: (rule, { unit }) => matchesUnit(rule, unit),
    contains: (wide, narrow) =>
      containsAll(wide, narrow, () => eachCovered(wide.argv, narrow.argv, (w, n) => w.covers(n))),
    readExample: commandExample,
  },
  text: {
    matches: (rule, { name }) =>
      rule.everything ||
      (rule.action === "allow"
        ? rule.texts.some((pattern) => pattern.matches(name))
        : rule.texts.some((pattern) => pattern.matchesFolded(name))),
    contains: (wide, narrow) =>
      containsAll(wide, narrow, () => eachCovered(wide.texts, narrow.texts, (w, n) => w.covers(n))),
    readExample: nameExample,
  },
};

export const SUBJECT_KINDS = Object.keys(SUBJECTS) as readonly SubjectKind[];

/** How rules see a target; null for what was not understood, which only rules about everything bind. */
export function subjectOf(target: Target): Subject<Target> | null {
  const { subject } = kindOf(target);
  return subject === null ? null : (SUBJECTS[subject] as Subject<never> as Subject<Target>);
}

/** True when the pattern of a rule about paths matches a prepared one. */
export function matchesPath(rule: CompiledRule, subject: PathSubject): boolean {
  if (rule.action === "allow") {
    for (const pattern of rule.paths) if (pattern.matchesSubject(subject)) return true;
    return false;
  }
  for (const pattern of rule.paths) if (pattern.matchesSubjectFolded(subject)) return true;
  return false;
}

function matchesUnit(rule: CompiledRule, unit: ShellUnit): boolean {
  if (rule.everything) return true;
  if (rule.action === "allow") return rule.argv.some((pattern) => pattern.matches(unit.argv));
  return rule.argv.some(
    (pattern) =>
      pattern.matchesBasename(unit.argv) ||
      (unit.alternates?.some((argv) => pattern.matchesBasename(argv)) ?? false),
  );
}

function containsAll(wide: CompiledRule, narrow: CompiledRule, patterns: () => boolean): boolean {
  return wide.everything || (!narrow.everything && patterns());
}

function eachCovered<T>(
  wide: readonly T[],
  narrow: readonly T[],
  covers: (wide: T, narrow: T) => boolean,
): boolean {
  return narrow.every((part) => wide.some((whole) => covers(whole, part)));
}
