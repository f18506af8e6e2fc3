/**
 * Applies the rules to one resource. Files are judged on the lexical path and on the real one, and the severer finding
 * wins. No match is no opinion: `action` null, and the judge decides what that means.
 */
import type { Provenance, Target } from "@toolplane/contract";
import { kindOf } from "../resource/kinds.ts";
import { chooseWinner } from "./choose-winner.ts";
import { isAbout, type Policy } from "./compile-policy.ts";
import { type ApplicableRules, judgeFile } from "./judge-file.ts";
import type { CompiledRule } from "./rule/compiled-rule.ts";
import { subjectOf } from "./rule/subjects.ts";
import { findingOf, NO_OPINION, type RuleFinding } from "./rule-finding.ts";
import type { SpecificityOrder } from "./specificity-order.ts";

export type { RuleFinding } from "./rule-finding.ts";

/** Judges one resource of a call of this tool. `requests` says whether those to a host are judged again when they are sent. */
export function evaluateRules(
  policy: Policy,
  resource: Target & Pick<Provenance, "via">,
  tool: { readonly id: string },
  requests?: "later",
): RuleFinding {
  const { kind, toolId } = aboutOf(resource, tool);
  const rules =
    resource.capability === "shell.run"
      ? policy.rulesForCommand(resource.unit, toolId)
      : policy.rulesFor(kind, toolId);
  if (rules.length === 0) return NO_OPINION;
  const applicable = { rules, order: policy.order };
  if ("real" in resource) return judgeFile(applicable, resource);
  if (resource.capability === "opaque") return judgeOpaque(applicable);
  return judgePlain(applicable, resource, requests);
}

/** Of one rule: nothing is narrower than itself. Asked about thousands of files, so it is not made for each. */
const ALONE: SpecificityOrder = { isMoreSpecific: () => false };

/** Applies one rule by itself, as if there were no other; null where it does not match. */
export function evaluateRule(
  rule: CompiledRule,
  resource: Target & Pick<Provenance, "via">,
  tool: { readonly id: string },
): RuleFinding {
  const { kind, toolId } = aboutOf(resource, tool);
  if (!isAbout(rule, kind, toolId)) return NO_OPINION;
  const applicable = { rules: [rule], order: ALONE };
  if ("real" in resource) return judgeFile(applicable, resource);
  return resource.capability === "opaque"
    ? judgeOpaque(applicable)
    : judgePlain(applicable, resource);
}

/** A tool's own rules bind what the tool was asked for, not what a command happens to touch on its way. */
function aboutOf(resource: Target & Pick<Provenance, "via">, tool: { readonly id: string }) {
  const kind = resource.capability === "opaque" ? resource.of : resource.capability;
  const isOwn = resource.via === "argument" || resource.via === "unit";
  return { kind, toolId: isOwn ? tool.id : null };
}

function judgePlain(
  { rules, order }: ApplicableRules,
  target: Target,
  requests?: "later",
): RuleFinding {
  const { subject: kind } = kindOf(target);
  const subject = subjectOf(target);
  if (kind === null || subject === null) return NO_OPINION;
  const { isSure } = subject;
  const isLeft = (rule: CompiledRule) =>
    requests === "later" && rule.action === "deny" && isSure?.(rule, target) === false;
  const matching = rules.filter((rule) => subject.matches(rule, target) && !isLeft(rule));
  const displaces = isSure && ((rule: CompiledRule) => isSure(rule, target));
  const choice = displaces ? { order, kind, displaces } : { order, kind };
  return findingOf(chooseWinner(matching, choice), matching);
}

// Only rules about everything bind what was not understood. "Allow everything" counts when nothing of this kind is
// restricted at all: next to a narrower deny, the opaque part may be what it denies.
function judgeOpaque({ rules, order }: ApplicableRules): RuleFinding {
  const matching = rules.filter((rule) => rule.everything);
  const found = findingOf(chooseWinner(matching, { order, kind: "text" }), matching);
  if (found.action !== "allow" || rules.every((rule) => rule.action === "allow")) return found;
  return { ...NO_OPINION, considered: matching };
}
