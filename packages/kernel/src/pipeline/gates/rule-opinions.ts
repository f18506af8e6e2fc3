/**
 * Gathers what rules, floors, flags, consent and labels say of a call, and the verdict that follows: when the call is judged,
 * and again when the rules have changed while it runs.
 */
import type { CallFlow, Footprint, Opinion, Verdict } from "@toolplane/contract";
import { callKeys } from "../../approval/call-keys.ts";
import { matchesAllowlist } from "../../approval/match-allowlist.ts";
import type { CallView } from "../../call/call-view.ts";
import { holdsFlow, judgeFlow } from "../../flow/judge-flow.ts";
import { containedBy } from "../../judge/contained-by.ts";
import { decide } from "../../judge/decide.ts";
import { judgeResources } from "../../judge/judge-resources.ts";
import { judgeSwitches } from "../../judge/judge-switches.ts";
import { protectedPlaces } from "../../judge/protected-places.ts";
import type { ProtectedPlaces } from "../../policy/protected/protected-paths.ts";
import { isOwn } from "../../resource/is-own.ts";
import { flowViewOf } from "../../session/session-flow.ts";
import type { SessionTool } from "../../session/session-tool.ts";

export type RuledCall = CallView<{
  reads: "name" | "tool" | "args" | "footprint" | "ownKey";
  session:
    | "manifest"
    | "mode"
    | "policies"
    | "variables"
    | "processReach"
    | "sandboxed"
    | "containing"
    | "judges"
    | "asksGated"
    | "flow"
    | "isHeld"
    | "analyzer";
}>;

/** Adds the opinions. `keep` is given what the call carries out, where a rule about that applied. */
export function addRuleOpinions(
  call: RuledCall,
  opinions: Opinion[],
  keep: (flow: CallFlow) => void,
): void {
  const { session, tool, args, footprint } = call;
  if (!tool || !args || !footprint) {
    opinions.push({
      judge: "rules",
      action: "deny",
      hard: true,
      reason: "The call has no footprint.",
    });
    return;
  }
  judgeResources(
    {
      tool: tool.entry.tool,
      footprint,
      named: tool.entry.named,
      policies: session.policies,
      placeOf: (one) => (isOwn(one) ? tool.reach : session.processReach).placeOf(one),
      places: placesOf(session, footprint),
      sandboxed: session.sandboxed,
      mode: session.mode.now(),
      lands: session.containing.processes,
      readsRequests: session.containing.requests,
      variables: session.variables,
      analyzer: session.analyzer,
    },
    opinions,
  );
  judgeSwitches(
    {
      tool: tool.entry.tool,
      args,
      role: session.manifest.role,
      flags: session.judges.flags,
      consent: session.judges.consent,
    },
    opinions,
  );
  if (holdsFlow(session.policies, session.flow))
    judgeFlow(flowViewOf(session, { tool, args, footprint, keep }), opinions);
}

/** Weighs them, and lets what may answer soft asks answer once. */
export function verdictOn(call: RuledCall, { entry }: SessionTool, opinions: Opinion[]): Verdict {
  const { session, footprint } = call;
  if (session.asksGated && entry.gated && !opinions.some(isDecided))
    opinions.push({
      judge: "mode",
      action: "ask",
      hard: false,
      reason: `${entry.tool.id} is gated: each new approval key is asked about.`,
    });
  return decide(opinions, {
    ungated: !entry.gated,
    mode: session.mode.now(),
    onAllowlist: () => onAllowlist(call),
    containedBy: footprint && containedBy(footprint, session.containing, opinions),
  });
}

/** Looks up what git's configuration names only for calls that write. */
function placesOf(session: RuledCall["session"], { resources }: Footprint): ProtectedPlaces {
  const near = resources.flatMap((one) =>
    one.capability === "fs.write" ? [one.path, one.real] : [],
  );
  return near.length === 0 ? { roots: [] } : protectedPlaces(session, near);
}

/** A rule's allowance decides for its author; what needed no rule is decided by nobody. */
function isDecided({ action, rule }: Opinion): boolean {
  return action !== "allow" || rule !== undefined;
}

function onAllowlist(call: RuledCall): boolean {
  const { tool, args, footprint } = call;
  if (!tool || !args || !footprint) return false;
  const { allowedBy } = tool.entry;
  if (allowedBy === "nothing") return false;
  const keys = callKeys(tool.entry, args, { ...footprint, ownKey: call.ownKey });
  return matchesAllowlist(call.session.manifest.allowlist, {
    tool: allowedBy === "name" ? call.name : null,
    keys: (keys ?? []).map(({ key }) => key),
  });
}
