/**
 * The gate of one call: the same policy as the judge, applied again by every door between opening and using. The order:
 * outside reach or a deny, refused; a rule's ask or a protected path, refused unless this very resource was approved;
 * outside everything that was opened, refused unless an approved resource holds it; inside the decided footprint, go;
 * an allow rule, go and note the surprise; else refused.
 */
import type { CallFlow, FsTarget, NetTarget, Opinion, Resource } from "@toolplane/contract";
import { isToolError, isYes } from "@toolplane/contract";
import type { Access, BroughtFiles, Gate, GateDecision } from "@toolplane/contract/ports";
import type { CallState } from "../../call/call-state.ts";
import { holdsFlow, judgeFlow } from "../../flow/judge-flow.ts";
import { readDestination } from "../../flow/read-destination.ts";
import { evaluatePolicies } from "../../judge/evaluate-policies.ts";
import { describeRule } from "../../judge/judge-resources.ts";
import { createLinkFilter, type LinkFilter } from "../../judge/link-filter.ts";
import { protectedPlaces } from "../../judge/protected-places.ts";
import { evaluateRules } from "../../policy/evaluate-rules.ts";
import { namesAddress } from "../../policy/pattern/names-address.ts";
import { protectedPathReason } from "../../policy/protected/protected-paths.ts";
import { outsideReason } from "../../policy/reach/outside-reason.ts";
import type { Reach } from "../../policy/reach/reach.ts";
import type { CompiledRule } from "../../policy/rule/compiled-rule.ts";
import { describeTarget } from "../../resource/describe-target.ts";
import { isPlace } from "../../resource/is-place.ts";
import { kindOf } from "../../resource/kinds.ts";
import { createResourceSet, type ResourceSet } from "../../resource/resource-set.ts";
import { flowViewOf, isNamedIn, remoteHosts } from "../../session/session-flow.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { type Asked, noteAccess, noteLabels } from "../labels/note-access.ts";
import { withShownLabels } from "../labels/shown-labels.ts";
import { askAll } from "./ask-all.ts";
import { askPerson } from "./ask-person.ts";
import { keepRules } from "./keep-rules.ts";
import { offeredHosts } from "./offered-hosts.ts";

/** A host that a process wanted and that no rule opens to it. */
export interface ClosedHost {
  readonly target: NetTarget;
  readonly reason: string;
  /** A rule about the host would open it: nothing else stands in the way. */
  readonly byRule: boolean;
}

/** The call and reach behind a gate. A process has the manifest's reach, a tool its own. */
export interface GateBinding {
  readonly call: CallState;
  readonly tool: SessionTool;
  readonly reach: Reach;
  /** Accesses of a process are never the tool's own arguments, so rules that name the tool do not bind them. */
  readonly via: "argument" | "operand" | "destination";
  /**
   * Nobody was asked about the process: only rules open hosts to it, and no person is asked about others. Asked about are a host that
   * a rule opens and that what was seen since closes, and a package, for which a registry's front asks.
   */
  readonly contained?: boolean;
  /** Told of each host that is closed to such a process and that a person could open. */
  readonly onClosed?: (closed: ClosedHost) => void;
  /** Allows what no rule and no floor matches. */
  readonly silence?: "allows";
}

/** Makes the gate. What decides fails closed. */
export function createGate(binding: GateBinding): Gate {
  const bound: BoundGate = { ...binding, predicted: NOTHING, approved: NOTHING, mayClose: null };
  return {
    check(access) {
      const asked = { access, subject: describeTarget(access) };
      return noteAccess(bound, asked, decide(bound, asked));
    },
    vouch(access) {
      const asked = { access, subject: describeTarget(access) };
      return noteAccess(bound, asked, decide({ ...bound, silence: "allows" }, asked));
    },
    mayClose: (path) => {
      const { call, tool } = binding;
      bound.mayClose ??= createLinkFilter(call.session.policies, "fs.read", tool.entry.tool.id);
      return (
        bound.mayClose(path) ||
        isKept(call.session.brought, path) ||
        call.session.labeller.mayMean(path)
      );
    },
    closes(access) {
      const asked = { access, subject: describeTarget(access) };
      const decision = decide(bound, asked);
      if (decision.allowed || !decision.rule) noteLabels(bound, access);
      else noteAccess(bound, asked, decision);
      return decision.allowed || !decision.rule ? null : decision;
    },
    ask: (access) => askAbout(bound, { access, subject: describeTarget(access) }),
    askAll: (accesses) =>
      askAll(binding.call, accesses, {
        decide: (asked) => decide(bound, asked),
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
    denyAddress(access) {
      const denied = denyAddress(bound, access);
      if (denied !== null) noteAccess(bound, { access, subject: describeTarget(access) }, denied);
      return denied;
    },
  };
}

/** Decides by rules and reach alone, and notes nothing: what was seen meanwhile is left aside. */
export function decideByRules(binding: GateBinding, access: NetTarget): GateDecision {
  const bound: BoundGate = { ...binding, predicted: NOTHING, approved: NOTHING, mayClose: null };
  return decide(bound, { access, subject: describeTarget(access) }, { flow: "aside" });
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

/** The predicted and the approved resources, gathered once although a call may touch thousands of things. */
interface BoundGate extends GateBinding {
  predicted: ResourceSet;
  approved: ResourceSet;
  mayClose: LinkFilter | null;
}

const NOTHING = createResourceSet([]);

function decide(
  gate: BoundGate,
  { access, subject }: Asked,
  judges: { readonly flow?: "aside" } = {},
): GateDecision {
  const { call, tool, reach, via } = gate;
  const stopped = call.stopped ?? call.session.stopped;
  if (stopped) return { allowed: false, code: "cancelled", reason: "Cancelled", askable: false };
  if (call.options.dryRun === true && via === "argument" && isEffect(access))
    return refuse("permission_denied", `This is a dry run, so ${subject} is refused.`);
  if (!reach.contains(access)) {
    return refuse("capability_denied", `${subject} is outside what this call may reach.`);
  }
  const finding = evaluatePolicies(
    call.session.policies,
    { ...access, via: ownVia(access, via) },
    tool.entry.tool,
  );
  const rule = finding.winner?.reference;
  const named = rule ? `: ${describeRule(rule)}` : "";
  if (finding.action === "deny") {
    return {
      ...refuse("permission_denied", `A rule denies ${subject}${named}.`),
      ...(rule ? { rule } : {}),
    };
  }
  if (gate.approved.resources !== call.approved) gate.approved = createResourceSet(call.approved);
  const approved = gate.approved.names(access);
  if (finding.action === "ask" && !approved) {
    return { ...askable(`A rule asks about ${subject}${named}.`), ...(rule ? { rule } : {}) };
  }
  const literalAllow = finding.action === "allow" && finding.literal;
  const floor = access.capability === "fs.write" ? protectionOf(gate, access) : null;
  if (floor && !literalAllow && !approved) return askable(floor);
  const held = approved || gate.approved.contains(access);
  const served = access.capability === "net.fetch" && access.served === true;
  if (access.capability === "net.fetch" && !served && !held && judges.flow !== "aside") {
    const flow = judgeHost(gate, access);
    if (flow !== null)
      return flow.action === "deny"
        ? refuse("permission_denied", flow.reason)
        : askable(flow.reason);
  }
  if (!held && isPlace(access) && reach.placeOf(access) === "outside")
    return askable(outsideReason(access, subject));
  const closesHosts = gate.contained === true && access.capability === "net.fetch" && !served;
  const byDefault = finding.winner?.scope === "default";
  const isRuled = finding.action === "allow" && !(closesHosts && byDefault);
  if (approved || (isPredicted(gate, access) && (isRuled || !closesHosts)))
    return { allowed: true, predicted: true };
  if (isRuled || gate.silence === "allows" || served) return { allowed: true, predicted: false };
  if (closesHosts) return askable(closedReason(gate, access));
  return askable(`${subject} is not in what this call said it would touch, and no rule allows it.`);
}

/**
 * Judges a connection by what was seen since the call was judged, which may close what was open then: every connection
 * of a process passes here. A host that the call itself named, as a page, was judged with it.
 */
function judgeHost({ call, tool, via }: BoundGate, access: NetTarget): Opinion | null {
  const { session } = call;
  const flow = withShownLabels(call);
  if (!holdsFlow(session.policies, flow)) return null;
  const own = call.flow?.destinations.find(
    ({ from, value }) => from === "net.fetch" && value?.replace(/\/.*$/s, "") === access.host,
  );
  if (isPushedTo(call, access.host)) return null;
  const places = [own ?? readDestination("host", access.host, "net.fetch")];
  const opinions: Opinion[] = [];
  const footprint = { resources: [{ ...access, origin: "derived", via } as const] };
  const view = flowViewOf(session, { tool, args: {}, footprint });
  const sent: CallFlow = { effect: "send", destinations: places };
  judgeFlow({ ...view, flow, callFlow: () => sent }, opinions);
  return opinions.find(({ action }) => action === "deny") ?? opinions[0] ?? null;
}

/** The host of a remote that the call said it pushes to was judged by the remote's name, which means one repository there. */
function isPushedTo({ flow, session, footprint }: CallState, host: string): boolean {
  const pushed = flow?.destinations.filter(({ kind }) => kind === "remote") ?? [];
  if (pushed.length === 0) return false;
  const isNamed = isNamedIn(session, footprint?.resources ?? []);
  return pushed.some(
    (one) => isNamed(one) && remoteHosts(session, footprint, one.value).includes(host),
  );
}

function protectionOf(gate: BoundGate, { path, real }: FsTarget): string | null {
  const places = protectedPlaces(gate.call.session, [path, real]);
  return protectedPathReason(path, places) ?? protectedPathReason(real, places);
}

function isPredicted(gate: BoundGate, access: Access): boolean {
  const { footprint } = gate.call;
  if (!footprint) return false;
  if (gate.predicted.resources !== footprint.resources)
    gate.predicted = createResourceSet(footprint.resources);
  return gate.predicted.contains(access);
}

/** True for an operation of a door with a lasting effect; commands run on a view. */
function isEffect({ capability }: Access): boolean {
  return capability !== "fs.read" && capability !== "shell.run" && capability !== "env";
}

function ownVia(access: Access, via: GateBinding["via"]): GateBinding["via"] | "unit" {
  return access.capability === "shell.run" ? "unit" : via;
}

function refuse(
  code: "capability_denied" | "permission_denied",
  reason: string,
): GateDecision & { readonly allowed: false } {
  return { allowed: false, code, reason, askable: false };
}

function askable(reason: string): GateDecision & { readonly allowed: false } {
  return { allowed: false, code: "permission_denied", reason, askable: true };
}

type Refusal = Extract<GateDecision, { readonly allowed: false }>;

async function askAbout(gate: BoundGate, asked: Asked): Promise<GateDecision> {
  const first = decide(gate, asked);
  const { call } = gate;
  const { access } = asked;
  if (first.allowed || !first.askable) return noteAccess(gate, asked, first);
  const byRule = isOpenedByRule(gate, asked, first);
  if (!mayAsk(gate, asked)) {
    if (access.capability === "net.fetch")
      gate.onClosed?.({ target: access, reason: first.reason, byRule });
    return noteAccess(gate, asked, first);
  }
  if (!call.session.questions) return noteAccess(gate, asked, first);
  const offered = access.capability === "net.fetch" && byRule ? offeredHosts(call, [access]) : {};
  const resource: Resource = { ...access, origin: "direct", via: ownVia(access, gate.via) };
  try {
    const { choice } = await askPerson(call, {
      kind: access.capability === "net.fetch" ? "egress" : "permission",
      reasons: [{ judge: "rules", action: "ask", hard: true, reason: first.reason }],
      footprint: { resources: [resource] },
      cover: null,
      ...offered,
    });
    if (isYes({ choice })) {
      if (choice === "rule" && offered.offer) await keepRules(call, offered.offer);
      call.approved = [...call.approved, resource];
      return noteAccess(gate, asked, decide(gate, asked));
    }
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

/** Neither a rule that asks, nor what was seen, nor a place that rules cannot open. */
function isOpenedByRule(gate: BoundGate, asked: Asked, { reason, rule }: Refusal): boolean {
  const { access } = asked;
  if (rule !== undefined || gate.reach.placeOf(access) === "outside") return false;
  const aside = decide(gate, asked, { flow: "aside" });
  return !aside.allowed && aside.reason === reason;
}

function closedReason({ call }: BoundGate, access: NetTarget): string {
  const pattern = kindOf(access).pattern(access, call.session.variables) ?? access.host;
  return `No rule opens it to commands that run unasked. The rule would be: allow net.fetch ${pattern}`;
}

function mayAsk(gate: BoundGate, asked: Asked): boolean {
  const { access } = asked;
  if (gate.contained !== true || access.capability !== "net.fetch") return true;
  return access.package !== undefined || decide(gate, asked, { flow: "aside" }).allowed;
}
