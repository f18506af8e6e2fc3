/**
 * Stage 4: the first wall (S1). The tool's own resources lie inside its requirements and the ceiling; what a command touches
 * lies inside the manifest's scopes and the ceiling. No rule and no person widens either.
 */
import type { Resource } from "@toolplane/contract";
import type { CallView } from "../call/call-view.ts";
import { type SettlingCall, settle } from "../call/settle.ts";
import type { StageOutcome } from "../call/stage-outcome.ts";
import { describeTarget } from "../resource/describe-target.ts";

type ReachingCall = SettlingCall &
  CallView<{ reads: "tool" | "footprint" | "shared"; session: "processReach" }>;

/** Refuses what lies outside reach. */
export function capability(call: ReachingCall): StageOutcome {
  const { tool, footprint, shared, session } = call;
  if (!tool || !footprint) return settle(call, "internal", "The call has no footprint.");
  if (shared?.inReach) return undefined;
  for (const resource of footprint.resources) {
    const reach = isOwn(resource) ? tool.reach : session.processReach;
    if (reach.contains(resource)) continue;
    return settle(
      call,
      "capability_denied",
      `${describeTarget(resource)} is outside what ${tool.entry.tool.id} may reach. Stay inside the workspace and the hosts it was given.`,
      { detail: { resource } },
    );
  }
  if (shared) shared.inReach = true;
  return undefined;
}

/** Arguments and simple commands belong to the tool; redirects, operands and destinations to the process it starts. */
function isOwn(resource: Resource): boolean {
  return resource.via === "argument" || resource.via === "unit";
}
