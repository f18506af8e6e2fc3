/** The confinement of a call's processes: from the session's policy, the process reach and what was approved for this call. */
import { type Confinement, isHeldCall, type Resource } from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";
import type { CallState } from "../../call/call-state.ts";
import { closedConfinement, openApproved } from "../../confinement/compute-confinement.ts";
import { intersectConfinements } from "../../confinement/intersect-confinements.ts";
import { openedHosts } from "../../confinement/opened-hosts.ts";
import type { SessionTool } from "../../session/session-tool.ts";

/** True for a run that nobody was asked about. A dry run is one, whatever was allowed. */
export function isContained({ verdict, options }: CallState): boolean {
  return options.dryRun === true || isHeldCall(verdict);
}

const NO_NETWORK: Confinement["network"] = { access: "none", reach: [], masks: [], opened: [] };

export interface ProcessKind {
  /** It runs without a person having been asked. */
  readonly contained: boolean;
  /** It outlives the call, so nothing of it can be judged at its end. */
  readonly background?: boolean;
  /** The resources that are open to it beside what was approved. */
  readonly open?: readonly Resource[];
}

/** Only what was approved is worked out for each call; the rest while the rules are the same. */
export function confinementOf(
  call: CallState,
  tool: SessionTool,
  { contained, background = false, open = [] }: ProcessKind,
): Confinement {
  const lands = !background && call.session.host.sandbox.facts.landsChanges;
  const name = `${contained ? "contained" : "open"}${lands ? ", lands" : ""}` as const;
  const { policies, processReach } = call.session;
  if (tool.confinements.ruledBy !== policies) tool.confinements = { ruledBy: policies, kinds: {} };
  const { kinds } = tool.confinements;
  kinds[name] ??= confine(call, tool, { contained, lands });
  const opened = openApproved(kinds[name], [...call.approved, ...open], processReach);
  // What a dry run sends could not be taken back, whatever rules open.
  return call.options.dryRun === true ? { ...opened, network: NO_NETWORK } : opened;
}

/** A subagent's own restrictions take further parts out. */
function confine(
  { session }: CallState,
  tool: SessionTool,
  { contained, lands }: { readonly contained: boolean; readonly lands: boolean },
): Confinement {
  const { policies, processReach, variables } = session;
  const below = (roots: readonly string[] = []) => roots.map((root) => `${escapeGlob(root)}/**`);
  const workspace = below(variables.workspace);
  // Only a relay keeps a command to some hosts: without one it has none.
  const relays = session.host.sandbox.facts.asksAboutHosts;
  const containedHosts = relays ? openedHosts(policies.base) : null;
  const parts = [policies.base, ...policies.restrictions].map((policy) =>
    closedConfinement({
      policy,
      reach: processReach,
      contained,
      lands: lands ? workspace : [],
      containedWritable: [...workspace, ...below(variables.scratch)],
      containedHosts,
      env: tool.entry.tool.requires.env ?? [],
      tool: tool.entry.tool.id,
      workspace: variables.workspace ?? [],
    }),
  );
  return parts.reduce(intersectConfinements);
}
