/**
 * Asks about a file with keys or passwords that a call names. Not about one that is open to everybody by its content or because git
 * tracks it, one that is not there, and what the session keeps in its own scratch folder.
 */
import type { FsTarget, Variables } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import type { CompiledRule } from "../policy/rule/compiled-rule.ts";
import type { RuleFinding } from "../policy/rule-finding.ts";
import { ruleForFile } from "../resource/exact-rule.ts";
import type { Policies } from "./evaluate-policies.ts";

export interface NamingView {
  readonly policies: Policies;
  readonly analyzer: Pick<Analyzer, "path" | "isPublic" | "isTracked" | "holdsNoToken">;
  readonly variables: Variables;
}

/** The rule that asks; null where none does, or another rule is about the file. */
export function askByName(
  { policies: { base, restrictions }, analyzer, variables }: NamingView,
  target: FsTarget,
  found: RuleFinding,
): CompiledRule | null {
  for (const { named } of [base, ...restrictions]) {
    const rule = named.asks(target, found);
    if (rule !== null) return isOpen({ analyzer, variables }, target) ? null : rule;
  }
  return null;
}

/** A reason that a person can act on, with the rule that would answer it for good. */
export function nameReason(target: FsTarget, variables: Variables): string {
  const rule = ruleForFile(target, variables);
  const allows = rule ? ` The rule would be: allow ${rule.permission} ${rule.pattern}` : "";
  return `${target.path} holds keys or passwords by its name, so reading it asks first.${allows}`;
}

function isOpen(
  { analyzer, variables }: Pick<NamingView, "analyzer" | "variables">,
  { path, real, history }: FsTarget,
): boolean {
  if (variables.scratch?.some((folder) => isWithin(path, folder) && isWithin(real, folder)))
    return true;
  if (analyzer.isTracked?.(real) === true || analyzer.isPublic?.(real, history) === true)
    return true;
  if (history === true) return false;
  if (analyzer.holdsNoToken?.(real) === true) return true;
  const read = analyzer.path(real, "read");
  return read.ok && read.value.kind === "missing";
}
