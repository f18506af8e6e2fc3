/**
 * Whether one rule's pattern matches one target: exactly for what allows, broadly for what restricts (folded paths, any
 * spelling of a command, any port). Says nothing of permissions or trees.
 */
import type { NetTarget, ShellUnit, Target } from "@toolplane/contract";
import type { CompiledRule, SubjectKind } from "./compiled-rule.ts";
import { type PathSubject, pathSubject } from "./path-subject.ts";

/** The kind of subject a target is. An opaque one is bound by rules about everything only, so its kind is no matter. */
export function subjectKind(target: Target): SubjectKind {
  switch (target.capability) {
    case "fs.read":
    case "fs.write":
      return "path";
    case "net.fetch":
      return "host";
    case "shell.run":
      return "argv";
    default:
      return "text";
  }
}

/** True when the rule's pattern matches the target; for files, its lexical path. */
export function ruleMatches(rule: CompiledRule, target: Target): boolean {
  switch (target.capability) {
    case "fs.read":
    case "fs.write":
      return matchesPath(rule, pathSubject(target.path));
    case "net.fetch":
      return matchesHost(rule, target);
    case "shell.run":
      return matchesUnit(rule, target.unit);
    case "opaque":
      return rule.everything;
    default:
      return matchesText(rule, target.name);
  }
}

/** The same for a prepared path. */
export function matchesPath(rule: CompiledRule, subject: PathSubject): boolean {
  if (rule.action === "allow") {
    for (const pattern of rule.paths) if (pattern.matchesSubject(subject)) return true;
    return false;
  }
  for (const pattern of rule.paths) if (pattern.matchesSubjectFolded(subject)) return true;
  return false;
}

function matchesHost(rule: CompiledRule, target: NetTarget): boolean {
  if (rule.everything) return true;
  return rule.action === "allow"
    ? rule.hosts.some((pattern) => pattern.matches(target))
    : rule.hosts.some((pattern) => pattern.matchesBroadly(target));
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

function matchesText(rule: CompiledRule, name: string): boolean {
  if (rule.everything) return true;
  return rule.action === "allow"
    ? rule.texts.some((pattern) => pattern.matches(name))
    : rule.texts.some((pattern) => pattern.matchesFolded(name));
}
