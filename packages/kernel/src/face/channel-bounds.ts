/**
 * Bounds a program or a stream that belongs to no call: what it declares, inside what any process may touch unasked,
 * inside the ceiling, minus everything that a rule denies or asks about. No person is asked about it later.
 */
import type {
  ChangeSet,
  Confinement,
  OutputJudge,
  RequirementSet,
  Variables,
} from "@toolplane/contract";
import type { Access, Gate, GateDecision } from "@toolplane/contract/ports";
import { closedConfinement } from "../confinement/compute-confinement.ts";
import { intersectConfinements } from "../confinement/intersect-confinements.ts";
import { canonicalJson } from "../digest/digest-of.ts";
import { describeRule } from "../judge/describe-rule.ts";
import { evaluatePolicies, type Policies } from "../judge/evaluate-policies.ts";
import type { ChangeView } from "../judge/judge-change.ts";
import { createWriteFilter } from "../judge/link-filter.ts";
import { protectedPlaces } from "../judge/protected-places.ts";
import { UNDECLARED } from "../policy/reach/default-reach.ts";
import { compileReach, type Reach } from "../policy/reach/reach.ts";
import { describeTarget } from "../resource/describe-target.ts";
import { createOutputJudge } from "../runtime/landing/create-output-judge.ts";
import type { Shared } from "./options/shared.ts";
import { untrustedPolicies } from "./rules/common-policy.ts";

export interface ChannelBounds {
  readonly confinement: Confinement;
  /** The same with the variables that it is given: what a later one is compared with. */
  readonly leased: Confinement;
  /** Without names that a rule closes. */
  readonly env: Readonly<Record<string, string>>;
  readonly gate: Gate;
  /** Of what it writes into its outputs. */
  readonly outputs: OutputJudge;
  /** The text by which a change is noticed. */
  readonly text: string;
}

export interface Bounded {
  /** By which rules that name a tool know it. */
  readonly name: string;
  readonly requires: RequirementSet;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder in `{user-data}` that is its own: open there, as far as it reaches it otherwise. */
  readonly ownFolder?: string;
}

export function channelBounds(
  shared: Shared,
  request: Bounded,
  variables: Variables,
): ChannelBounds {
  const { name, env: values = {} } = request;
  const policies = commonPolicies(shared, variables);
  const env = openVariables(values, policies, name);
  const reach = channelReach(shared, request, variables);
  const parts = [policies.base, ...policies.restrictions].map((policy) =>
    closedConfinement({
      policy,
      reach,
      env: Object.keys(env),
      tool: name,
      contained: false,
      containedWritable: [],
      workspace: variables.workspace ?? [],
    }),
  );
  const whole = parts.reduce(intersectConfinements);
  const isOnline = reach.sets.every(({ hosts }) => hosts.length > 0);
  const confinement: Confinement = isOnline
    ? whole
    : { ...whole, network: { access: "none", reach: [], masks: [], opened: [] } };
  const gate = unaskedGate(() => commonPolicies(shared, variables), { name, reach });
  const outputs = createOutputJudge(
    (set) => ({
      policies: commonPolicies(shared, variables),
      reach,
      gitFolders: [],
      ...shownBy(shared, set, variables),
      isApproved: () => false,
      leadsToApproved: () => false,
    }),
    shared.options.host.analyzer.hidden,
  );
  const leased = { ...confinement, env: Object.keys(env) };
  return { confinement, leased, env, gate, outputs, text: canonicalJson({ confinement, env }) };
}

function shownBy(
  shared: Shared,
  { changes }: ChangeSet,
  variables: Variables,
): Pick<ChangeView, "below" | "linked" | "steering" | "standing" | "roots"> {
  const { analyzer } = shared.options.host;
  const { workspace = [] } = variables;
  const { steering = [], standing } = protectedPlaces(
    { analyzer, variables },
    changes.map(({ path }) => path),
  );
  const policies = commonPolicies(shared, variables);
  const matters = createWriteFilter(policies, { roots: workspace, steering });
  return {
    below: analyzer.below,
    linked: (real) => analyzer.linked?.(real, matters) ?? [],
    steering,
    standing,
    roots: workspace.map((path) => ({ path, real: path })),
  };
}

/** The rules that all sessions have now, those of untrusted files included. */
export function commonPolicies(shared: Shared, variables: Variables): Policies {
  return {
    base: shared.commonPolicy(variables),
    restrictions: untrustedPolicies(shared.options, variables),
  };
}

function openVariables(
  values: Readonly<Record<string, string>>,
  policies: Policies,
  tool: string,
): Readonly<Record<string, string>> {
  const open = Object.entries(values).filter(([name]) => {
    const variable = { capability: "env", name, via: "operand" } as const;
    const { action } = evaluatePolicies(policies, variable, { id: tool });
    return action !== "deny" && action !== "ask";
  });
  return Object.fromEntries(open);
}

export function channelReach(
  { options }: Shared,
  { requires, ownFolder }: Pick<Bounded, "requires" | "ownFolder">,
  variables: Variables,
): Reach {
  const { manifest, localHosts = [], ceiling } = options;
  const near = manifest?.requires ?? {
    ...UNDECLARED,
    net: { hosts: [...(UNDECLARED.net?.hosts ?? []), ...localHosts] },
  };
  return compileReach([requires, near, ...(ceiling ? [ceiling] : [])], variables, ownFolder);
}

/** A gate that asks no person: where no rule matches, the declared reach decides. */
export function unaskedGate(
  policies: () => Policies,
  { name, reach }: { readonly name: string; readonly reach: Reach },
): Gate {
  const check = (access: Access): GateDecision => {
    const subject = describeTarget(access);
    if (!reach.contains(access))
      return no("capability_denied", `${subject} is outside what ${name} may reach.`);
    const target = { ...access, via: "destination" } as const;
    const { action, winner } = evaluatePolicies(policies(), target, { id: name });
    if (action !== "deny" && action !== "ask") return { allowed: true, predicted: true };
    const rule = winner?.reference;
    const verb = action === "deny" ? "denies" : "asks about";
    const reason = `A rule ${verb} ${subject}${rule ? `: ${describeRule(rule)}` : ""}.`;
    return { ...no("permission_denied", reason), ...(rule ? { rule } : {}) };
  };
  return { check, ask: async (access) => check(access) };
}

function no(
  code: "capability_denied" | "permission_denied",
  reason: string,
): GateDecision & { readonly allowed: false } {
  return { allowed: false, code, reason, askable: false };
}
