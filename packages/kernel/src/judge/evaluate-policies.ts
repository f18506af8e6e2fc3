/**
 * A session's policy together with what can only restrict it: rules of subagents on the way to it, and of files without
 * a person's trust yet. The policy decides as always, and the others can only be severer.
 */
import type { Provenance, Target } from "@toolplane/contract";
import type { Policy } from "../policy/compile-policy.ts";
import { evaluateRules, type RuleFinding } from "../policy/evaluate-rules.ts";

/** The policies that judge a session. */
export interface Policies {
  /** Decides about everything, also by finding no rule. */
  readonly base: Policy;
  /** Rules that subagents declared, and those of untrusted files: they count only where they deny or ask. */
  readonly restrictions: readonly Policy[];
}

/** The severest finding of all. */
export function evaluatePolicies(
  policies: Policies,
  resource: Target & Pick<Provenance, "via">,
  tool: { readonly id: string },
  requests?: "later",
): RuleFinding {
  let finding = evaluateRules(policies.base, resource, tool, requests);
  for (const restriction of policies.restrictions) {
    const narrowed = evaluateRules(restriction, resource, tool, requests);
    if (severity(narrowed) > severity(finding)) finding = narrowed;
  }
  return finding;
}

/** A restriction that allows or is silent changes nothing. */
function severity({ action }: RuleFinding): number {
  return action === "deny" ? 2 : action === "ask" ? 1 : 0;
}
