/**
 * Decides about one access by the same policy as the judge. The order: outside reach or a deny, refused; a rule's ask or a protected
 * path, refused unless this very resource was approved; outside everything that was opened, refused unless an approved resource holds
 * it; inside the decided footprint, go; an allow rule, go and note the surprise; else refused.
 */
import type { CallFlow, FsTarget, NetTarget, Opinion, RuleReference } from "@toolplane/contract";
import type { Access, GateDecision } from "@toolplane/contract/ports";
import type { CallState } from "../../call/call-state.ts";
import { holdsFlow, judgeFlow } from "../../flow/judge-flow.ts";
import { readDestination } from "../../flow/read-destination.ts";
import { askByName, nameReason } from "../../judge/ask-by-name.ts";
import { describeFound } from "../../judge/describe-found.ts";
import { describeRule } from "../../judge/describe-rule.ts";
import { evaluatePolicies } from "../../judge/evaluate-policies.ts";
import type { LinkFilter } from "../../judge/link-filter.ts";
import { protectedPlaces } from "../../judge/protected-places.ts";
import {
  type ProtectedPlaces,
  protectedPathReason,
} from "../../policy/protected/protected-paths.ts";
import { outsideReason } from "../../policy/reach/outside-reason.ts";
import type { Reach } from "../../policy/reach/reach.ts";
import { isRequestRule } from "../../policy/rule/is-request-rule.ts";
import type { RuleFinding } from "../../policy/rule-finding.ts";
import { answersRequest } from "../../resource/host-kind.ts";
import { isPlace } from "../../resource/is-place.ts";
import { kindOf } from "../../resource/kinds.ts";
import { createResourceSet, type ResourceSet } from "../../resource/resource-set.ts";
import { flowViewOf, isNamedIn, remoteHosts } from "../../session/session-flow.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import type { Asked } from "../labels/note-access.ts";
import { withShownLabels } from "../labels/shown-labels.ts";
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

/** The predicted and the approved resources, gathered once although a call may touch thousands of things. */
export interface BoundGate extends GateBinding {
  predicted: ResourceSet;
  approved: ResourceSet;
  mayClose: LinkFilter | null;
  /** Requests that a person allowed while they waited. */
  readonly requests: NetTarget[];
  /** The protected places for every path of one question, gathered once; of each access by itself unless given. */
  readonly places?: ProtectedPlaces;
}

/** The same gate for many accesses that are decided in one go: what protects their paths is looked at once. */
export function gateForAll(gate: BoundGate, all: readonly Asked[]): BoundGate {
  const paths = all.flatMap(({ access }) =>
    access.capability === "fs.write" ? [access.path, access.real] : [],
  );
  return paths.length === 0 ? gate : { ...gate, places: protectedPlaces(gate.call.session, paths) };
}

export function bindGate(binding: GateBinding): BoundGate {
  return { ...binding, predicted: NOTHING, approved: NOTHING, mayClose: null, requests: [] };
}

const NOTHING = createResourceSet([]);

export function decideAccess(
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
  const named = `${describeFound(access, finding.winner)}${rule ? `: ${describeRule(rule)}` : ""}`;
  if (finding.action === "deny") {
    return {
      ...refuse("permission_denied", `A rule denies ${named}.`),
      ...(rule ? { rule } : {}),
    };
  }
  if (gate.approved.resources !== call.approved) gate.approved = createResourceSet(call.approved);
  const approved = isApproved(gate, access, rule);
  if (finding.action === "ask" && !approved) {
    return { ...askable(`A rule asks about ${named}.`), ...(rule ? { rule } : {}) };
  }
  const byName = via !== "destination" && !approved ? nameRule(gate, access, finding) : undefined;
  if (byName) return byName;
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

/** A tool reads a private file only where the call named it and a person agreed: one that it comes upon in a search is left out. */
function nameRule(
  { call: { session } }: BoundGate,
  access: Access,
  finding: RuleFinding,
): GateDecision | undefined {
  if (access.capability !== "fs.read") return undefined;
  const rule = askByName(session, access, finding)?.reference;
  return rule && { ...askable(`${nameReason(access, session.variables)}.`), rule };
}

/** True for an approved access. A rule about requests is answered by a yes to the request; else a yes to a host is one to all of it. */
function isApproved(gate: BoundGate, access: Access, rule: RuleReference | undefined): boolean {
  if (access.capability !== "net.fetch") return gate.approved.names(access);
  if (gate.requests.some((given) => answersRequest(given, access))) return true;
  if (rule?.rule.action !== "ask" || !isRequestRule(rule.rule)) return gate.approved.names(access);
  return gate.call.approved.some(
    (given) => given.capability === "net.fetch" && answersRequest(given, access),
  );
}

function closedReason({ call }: BoundGate, access: NetTarget): string {
  const pattern = kindOf(access).pattern(access, call.session.variables) ?? access.host;
  return `No rule opens it to commands that run unasked. The rule would be: allow net.fetch ${pattern}`;
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
  const places = gate.places ?? protectedPlaces(gate.call.session, [path, real]);
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

/** Commands are judged as such, whoever starts them. */
export function ownVia(access: Access, via: GateBinding["via"]): GateBinding["via"] | "unit" {
  return access.capability === "shell.run" ? "unit" : via;
}

export type Refused = Extract<GateDecision, { readonly allowed: false }>;

export function refuse(
  code: "capability_denied" | "permission_denied",
  reason: string,
): GateDecision & { readonly allowed: false } {
  return { allowed: false, code, reason, askable: false };
}

function askable(reason: string): GateDecision & { readonly allowed: false } {
  return { allowed: false, code: "permission_denied", reason, askable: true };
}
