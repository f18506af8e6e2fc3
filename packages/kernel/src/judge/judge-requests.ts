/**
 * Judges the hosts of a command before it runs. Which requests it will send is not known then. Where each of them is judged when it is
 * sent, a rule that denies some of them does not close the host, and a rule that allows some lets the command run for those.
 */
import type { Opinion, Resource, RuleAction, Tool } from "@toolplane/contract";
import type { RuleFinding } from "../policy/evaluate-rules.ts";
import { opensRequests } from "../policy/opens-requests.ts";
import { describeTarget } from "../resource/describe-target.ts";
import { describeRule } from "./describe-rule.ts";
import { evaluatePolicies, type Policies } from "./evaluate-policies.ts";

export interface RequestView {
  readonly tool: Tool;
  readonly policies: Policies;
  /** True where each request of a command is judged when it is sent. */
  readonly readsRequests: boolean;
}

/** A tool says all of its request, so only what belongs to a command is left for later. */
export function evaluateBefore(view: RequestView, resource: Resource): RuleFinding {
  const requests = isReadLater(view, resource) ? "later" : undefined;
  return evaluatePolicies(view.policies, resource, view.tool, requests);
}

/** Null where no rule opens only some requests to the host. */
export function opinionOnRequests(
  view: RequestView,
  judged: {
    readonly resource: Resource;
    readonly index: number;
    readonly action: RuleAction | null;
  },
): Opinion | null {
  const { resource, index, action } = judged;
  if (resource.capability !== "net.fetch" || action !== null) return null;
  if (!isReadLater(view, resource)) return null;
  const rule = opensRequests(view.policies.base, resource);
  if (rule === null) return null;
  const reason = `A rule allows some requests to ${describeTarget(resource)}: ${describeRule(rule)}.`;
  return { judge: "rules", action: "allow", hard: false, reason, resource: index, rule };
}

function isReadLater({ readsRequests }: RequestView, { unitIndex }: Resource): boolean {
  return readsRequests && unitIndex !== undefined;
}
