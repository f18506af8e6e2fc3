/** The gate of one call: what doors and the relay ask between opening and using, and a person where that can open it. */
import type { NetTarget, Resource, Rule, RuleReference } from "@toolplane/contract";
import { isToolError, ToolError } from "@toolplane/contract";
import type { BroughtFiles, Gate, GateDecision, LookUp } from "@toolplane/contract/ports";
import { describeRule } from "../../judge/describe-rule.ts";
import { createLinkFilter } from "../../judge/link-filter.ts";
import { compilePolicy } from "../../policy/compile-policy.ts";
import { evaluateRules } from "../../policy/evaluate-rules.ts";
import { needsRequests } from "../../policy/needs-requests.ts";
import { namesAddress } from "../../policy/pattern/names-address.ts";
import type { CompiledRule } from "../../policy/rule/compiled-rule.ts";
import { isRequestRule } from "../../policy/rule/is-request-rule.ts";
import { describeTarget } from "../../resource/describe-target.ts";
import { type Asked, keepAccess, noteAccess, noteLabels } from "../labels/note-access.ts";
import { askAboutHost } from "./ask-about-host.ts";
import { askAll } from "./ask-all.ts";
import { askPerson } from "./ask-person.ts";
import {
  type BoundGate,
  bindGate,
  decideAccess,
  type GateBinding,
  gateForAll,
  ownVia,
  type Refused,
  refuse,
} from "./decide-access.ts";

/** Makes the gate. What decides fails closed. */
export function createGate(binding: GateBinding): Gate {
  const bound = bindGate(binding);
  return {
    check(access) {
      const asked = { access, subject: describeTarget(access) };
      return noteAccess(bound, asked, decideAccess(bound, asked));
    },
    vouch(access) {
      const asked = { access, subject: describeTarget(access) };
      return noteAccess(bound, asked, decideAccess({ ...bound, silence: "allows" }, asked));
    },
    mayClose: (path) => {
      const { call, tool } = binding;
      bound.mayClose ??= createLinkFilter(call.session.policies, "fs.read", tool.entry.tool.id);
      return (
        bound.mayClose(path) ||
        call.session.policies.base.named.mayMean({ capability: "fs.read", path, real: path }) ||
        isKept(call.session.brought, path) ||
        call.session.labeller.mayMean(path)
      );
    },
    closes(access) {
      const asked = { access, subject: describeTarget(access) };
      const decision = decideAccess(bound, asked);
      const isClosed = !decision.allowed && decision.rule && !isSameFile(bound, decision.rule);
      if (!isClosed) noteLabels(bound, access);
      else noteAccess(bound, asked, decision);
      return isClosed ? decision : null;
    },
    ask: (access, lookUp) => askAbout(bound, { access, subject: describeTarget(access) }, lookUp),
    askAll: (accesses) =>
      askAll(binding.call, accesses, {
        decideAll: (all) => {
          const gate = gateForAll(bound, all);
          return all.map((asked) => ({ asked, decision: decideAccess(gate, asked) }));
        },
        note: (asked, decision) => noteAccess(bound, asked, decision),
        resourceOf: (access) => ({
          ...access,
          origin: "direct",
          via: ownVia(access, binding.via),
        }),
      }),
    onNarrow: (listener) => {
      const { flow, leases } = binding.call.session;
      const unheard = [flow.onSeen(listener), leases.onNarrow(listener)];
      return () => {
        for (const stop of unheard) stop();
      };
    },
    needsRequests: (access) => {
      const { base, restrictions } = binding.call.session.policies;
      return [base, ...restrictions].some((policy) => needsRequests(policy, access));
    },
    denyAddress(access) {
      const denied = denyAddress(bound, access);
      if (denied !== null) noteAccess(bound, { access, subject: describeTarget(access) }, denied);
      return denied;
    },
  };
}

/** Decides by rules and reach alone, and notes nothing: what was seen meanwhile is left aside. */
export function decideByRules(binding: GateBinding, access: NetTarget): GateDecision {
  const bound = bindGate(binding);
  return decideAccess(bound, { access, subject: describeTarget(access) }, { flow: "aside" });
}

/** A person agreed to read a private file in this call, so another name of it by which one would ask is answered with it. */
function isSameFile({ call }: BoundGate, { rule }: RuleReference): boolean {
  const { named } = call.session.policies.base;
  return (
    rule.when === "named" &&
    call.approved.some((one) => one.capability === "fs.read" && named.mayMean(one))
  );
}

function isKept(brought: BroughtFiles | null, path: string): boolean {
  return brought !== null && brought.labelsOf(path).length > 0;
}

/**
 * Applies only the rules that name addresses: all the others judged the name that led here. Each policy and every rule
 * that matched is looked at: a rule that closes all hosts denies the same address, and must not hide the one that names
 * it.
 */
function denyAddress(
  { call, tool, via }: BoundGate,
  access: NetTarget,
): (GateDecision & { readonly allowed: false }) | null {
  const { base, restrictions } = call.session.policies;
  for (const policy of [base, ...restrictions]) {
    const { action, winner, considered } = evaluateRules(
      policy,
      { ...access, via },
      tool.entry.tool,
    );
    if (action !== "deny" || winner === null) continue;
    const rule = [winner, ...considered].find(isAddressDeny)?.reference;
    if (rule === undefined) continue;
    const reason = `A rule denies ${describeTarget(access)}: ${describeRule(rule)}.`;
    return { ...refuse("permission_denied", reason), rule };
  }
  return null;
}

function isAddressDeny({ action, hosts }: CompiledRule): boolean {
  return action === "deny" && namesAddress(hosts);
}

async function askAbout(gate: BoundGate, asked: Asked, lookUp?: LookUp): Promise<GateDecision> {
  const first = decideAccess(gate, asked);
  const { call } = gate;
  const { access } = asked;
  if (first.allowed || !first.askable) return noteAccess(gate, asked, first);
  if (!mayAsk(gate, asked)) {
    if (access.capability === "net.fetch") {
      const byRule = isOpenedByRule(gate, asked, first);
      gate.onClosed?.({ target: access, reason: first.reason, byRule });
    }
    return noteAccess(gate, asked, first);
  }
  if (!call.session.questions) return noteAccess(gate, asked, first);
  try {
    if (await isAllowedByPerson(gate, asked, { first, lookUp }))
      return noteAccess(gate, asked, decideAccess(gate, asked));
    return noteAccess(gate, asked, {
      ...first,
      code: "approval_rejected",
      reason: "The user rejected it.",
      askable: false,
    });
  } catch (error) {
    const code =
      isToolError(error) && error.code === "cancelled" ? "cancelled" : "permission_denied";
    return noteAccess(gate, asked, { ...first, code, askable: false });
  }
}

async function isAllowedByPerson(
  gate: BoundGate,
  asked: Asked,
  { first, lookUp }: { readonly first: Refused; readonly lookUp: LookUp | undefined },
): Promise<boolean> {
  const { call, tool, via } = gate;
  const { access } = asked;
  const { reason } = first;
  const resource: Resource = { ...access, origin: "direct", via: ownVia(access, via) };
  if (access.capability !== "net.fetch") {
    const { choice } = await askPerson(call, {
      kind: "permission",
      reasons: [{ judge: "rules", action: "ask", hard: true, reason }],
      footprint: { resources: [resource] },
      cover: null,
    });
    if (choice !== "once" && choice !== "session" && choice !== "project") return false;
    call.approved = [...call.approved, resource];
    return true;
  }
  const narrow =
    access.package !== undefined || (first.rule && isRequestRule(first.rule.rule)) === true;
  const opensBy = (rule: Rule): boolean =>
    decideAccess(withRule(gate, rule), { access, subject: "" }).allowed;
  const more = lookUp && heldLookUp(gate, asked, lookUp);
  const about = { call, tool, access, via, reason, narrow, opensBy };
  if (!(await askAboutHost({ ...about, ...(more ? { lookUp: more } : {}) }))) return false;
  if (narrow) gate.requests.push(access);
  else call.approved = [...call.approved, resource];
  return true;
}

/** Asks nothing where a rule has closed the place meanwhile, and is kept for the record like any other access. */
function heldLookUp(gate: BoundGate, asked: Asked, lookUp: LookUp): LookUp {
  return {
    ...lookUp,
    async run(signal) {
      const { target } = lookUp;
      const about = { access: target, subject: describeTarget(target) };
      for (const one of [asked, about]) {
        const decision = decideAccess(gate, one);
        if (decision.allowed || decision.askable) continue;
        keepAccess(gate.call, one, decision);
        throw new ToolError(decision.code, decision.reason);
      }
      keepAccess(gate.call, about, { allowed: true, predicted: false });
      return lookUp.run(signal);
    },
  };
}

/** The gate as it would be if this rule were one of the project's. */
function withRule(gate: BoundGate, rule: Rule): BoundGate {
  const { session } = gate.call;
  const { policies, layers, variables } = session;
  const base = compilePolicy({
    layers: [...layers.base, { scope: "project", rules: [rule] }],
    variables,
    like: policies.base,
  });
  const tried = { ...session, policies: { base, restrictions: policies.restrictions } };
  return { ...gate, call: { ...gate.call, session: tried } };
}

/** Neither a rule that asks, nor what was seen, nor a place that rules cannot open. */
function isOpenedByRule(gate: BoundGate, asked: Asked, { reason, rule }: Refused): boolean {
  const { access } = asked;
  if (rule !== undefined || gate.reach.placeOf(access) === "outside") return false;
  const aside = decideAccess(gate, asked, { flow: "aside" });
  return !aside.allowed && aside.reason === reason;
}

function mayAsk(gate: BoundGate, asked: Asked): boolean {
  const { access } = asked;
  if (gate.contained !== true || access.capability !== "net.fetch") return true;
  return access.package !== undefined || decideAccess(gate, asked, { flow: "aside" }).allowed;
}
