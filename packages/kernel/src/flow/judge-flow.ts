/**
 * Applies the rules about labels to a call. One more opinion beside all others: it asks or denies, and the severest
 * wins, so that nothing a session has seen can loosen anything. A rule that holds after labels is independent: it
 * displaces no other rule, and only one that always holds, allows, and comes from a layer nearer to the person or is
 * narrower silences it. So another label can only add opinions.
 */
import type {
  CallDeed,
  CallFlow,
  Destination,
  Footprint,
  Opinion,
  Resource,
  Tool,
} from "@toolplane/contract";
import type { Policy } from "../policy/compile-policy.ts";
import { evaluateRule } from "../policy/evaluate-rules.ts";
import type { CompiledRule } from "../policy/rule/compiled-rule.ts";
import { isFlowPermission } from "../policy/rule/flow-permission.ts";
import { flowReason } from "./flow-reason.ts";
import type { FlowState } from "./flow-state.ts";

export interface FlowPolicies {
  readonly base: Policy;
  readonly restrictions: readonly Policy[];
}

export interface FlowView {
  readonly policies: FlowPolicies;
  readonly flow: Pick<FlowState, "hasSeen" | "firstOf">;
  readonly tool: Tool;
  readonly footprint: Footprint;
  readonly named: Resource;
  /** Worked out only where a rule holds. */
  readonly callFlow: () => CallFlow;
  /** True for a place that the person named, in words or by an approval. */
  readonly isNamed: (destination: Destination) => boolean;
  /** True for a deed that the person asked for in their own words. */
  readonly isAskedFor: (deed: CallDeed) => boolean;
}

/** True when any rule about labels holds now, so that a verdict depends on more than the footprint. */
export function holdsFlow({ base, restrictions }: FlowPolicies, flow: FlowView["flow"]): boolean {
  return isHeld(base, flow) || restrictions.some((policy) => isHeld(policy, flow));
}

function isHeld(policy: Policy, flow: FlowView["flow"]): boolean {
  for (const rule of policy.flow.rules)
    if (rule.action !== "allow" && flow.hasSeen(labelsOfRule(rule))) return true;
  return false;
}

const NO_LABELS: readonly string[] = Object.freeze([]);

function labelsOfRule(rule: CompiledRule): readonly string[] {
  return rule.reference.rule.after ?? NO_LABELS;
}

/** Adds an opinion for each rule that holds. */
export function judgeFlow(view: FlowView, opinions: Opinion[]): void {
  const { base, restrictions } = view.policies;
  const names = namingOf(view);
  for (const policy of [base, ...restrictions]) {
    for (const rule of policy.flow.rules) {
      if (rule.action === "allow" || !view.flow.hasSeen(labelsOfRule(rule))) continue;
      // A restricting layer never opens, so an allowance of an untrusted layer does not count.
      const allows = policy === base ? policy.flow.rules.filter(isAllowance) : [];
      const opinion = isFlowPermission(rule.permission)
        ? onPlaces(view, { rule, allows, names })
        : onResources(view, { rule, names });
      if (opinion) opinions.push(opinion);
    }
  }
}

interface Held {
  readonly rule: CompiledRule;
  readonly names: (destination: Destination) => boolean;
}

function isAllowance({ action }: CompiledRule): boolean {
  return action === "allow";
}

/** Named by the person, or by a rule of theirs that always holds. */
function namingOf({ policies, isNamed }: FlowView): (destination: Destination) => boolean {
  const allows = policies.base.flow.rules.filter(
    (rule) => isAllowance(rule) && !rule.everything && rule.scope !== "default",
  );
  return (destination) =>
    isNamed(destination) ||
    allows.some((rule) => matchesPlace(rule, destination)) ||
    isNamedByHostRule(policies.base, destination);
}

/** A rule that allows this host, or hosts below a name, names it; one about any host names none. */
function isNamedByHostRule(policy: Policy, { kind, value }: Destination): boolean {
  if (value === null || (kind !== "host" && kind !== "url")) return false;
  const host = value.replace(/\/.*$/s, "");
  return policy
    .rulesFor("net.fetch", null)
    .some(
      (rule) =>
        rule.action === "allow" &&
        rule.scope !== "default" &&
        rule.permission === "net.fetch" &&
        rule.hosts.some(({ parts, matches }) => parts?.host.kind !== "any" && matches(probe(host))),
    );
}

function probe(host: string): { scheme: string; host: string; port: number } {
  return { scheme: "https", host, port: 443 };
}

function onPlaces(
  view: FlowView,
  { rule, allows, names }: Held & { readonly allows: readonly CompiledRule[] },
): Opinion | null {
  const { effect, destinations, deed } = view.callFlow();
  if (rule.permission !== (effect === "send" ? "data.send" : "data.change") || effect === "read")
    return null;
  const places: readonly (Destination | null)[] = destinations.length > 0 ? destinations : [null];
  const isAskedFor = (place: Destination): boolean =>
    place.which === true && deed !== undefined && view.isAskedFor(deed);
  const left = places.filter(
    (place) =>
      matchesPlace(rule, place) &&
      !isSilenced(rule, allows, place) &&
      !(
        rule.reference.rule.unless === "named" &&
        place !== null &&
        (names(place) || isAskedFor(place))
      ),
  );
  if (left.length === 0) return null;
  return opinionOf(
    view,
    rule,
    left.filter((place) => place !== null),
  );
}

function isSilenced(
  rule: CompiledRule,
  allows: readonly CompiledRule[],
  place: Destination | null,
): boolean {
  return allows.some(
    (allow) =>
      allow.permission === rule.permission &&
      rankOf(allow) > rankOf(rule) &&
      matchesPlace(allow, place),
  );
}

/** A person's rule before a shipped one, one about some places before one about all; a manifest's deny before everything. */
function rankOf({ scope, everything, action }: CompiledRule): number {
  if (scope === "manifest" && action === "deny") return 4;
  return (scope === "default" ? 0 : 2) + (everything ? 0 : 1);
}

function matchesPlace(rule: CompiledRule, place: Destination | null): boolean {
  if (rule.everything) return true;
  const value = place?.value ?? null;
  if (place === null || value === null) return rule.action === "deny";
  const host = place.kind === "host" || place.kind === "url" ? value.replace(/\/.*$/s, "") : null;
  const isAllow = rule.action === "allow";
  if (host !== null)
    return rule.hosts.some((pattern) =>
      isAllow ? pattern.matches(probe(host)) : pattern.matchesBroadly(probe(host)),
    );
  return rule.texts.some((pattern) =>
    isAllow
      ? pattern.matches(place.text) || pattern.matches(value)
      : pattern.matchesFolded(place.text) || pattern.matchesFolded(value),
  );
}

/** A rule about a capability or a tool that holds after labels: judged alone, on every resource. */
function onResources(view: FlowView, { rule, names }: Held): Opinion | null {
  const { footprint, named, tool } = view;
  const resources = footprint.resources.length > 0 ? footprint.resources : [named];
  const isMet = resources.some((resource) => evaluateRule(rule, resource, tool).action !== null);
  if (!isMet) return null;
  const { destinations } = view.callFlow();
  if (
    rule.reference.rule.unless === "named" &&
    destinations.length > 0 &&
    destinations.every(names)
  )
    return null;
  return opinionOf(view, rule, destinations);
}

function opinionOf(
  { flow, tool }: FlowView,
  rule: CompiledRule,
  places: readonly Destination[],
): Opinion {
  const seen = labelsOfRule(rule).flatMap((label) => flow.firstOf(label) ?? []);
  return {
    judge: "flow",
    action: rule.action,
    hard: true,
    reason: flowReason({ rule: rule.reference, seen, tool: tool.id, places }),
    rule: rule.reference,
  };
}
