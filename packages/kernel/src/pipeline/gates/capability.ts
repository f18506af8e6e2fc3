/**
 * Stage 4: the first wall. The tool's own resources lie inside its requirements and the ceiling; what a command touches
 * lies inside the manifest's scopes and the ceiling. No rule and no person widens what was declared. Where reach was
 * not declared, this stage refuses nothing: the judges ask about it.
 */
import type { Resource } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { describeTarget } from "../../resource/describe-target.ts";
import { isOwn } from "../../resource/is-own.ts";

type ReachingCall = SettlingCall &
  CallView<{ reads: "tool" | "footprint" | "shared"; session: "processReach" }>;

/** Refuses what lies outside reach. */
export function capability(call: ReachingCall): StageOutcome {
  const { tool, footprint, shared, session } = call;
  if (!tool || !footprint) return settle(call, "internal", "The call has no footprint.");
  if (shared?.inReach) return undefined;
  const { entry, reach } = tool;
  // A remote call leaves the machine whatever its arguments name, so its own name is asked about too.
  const resource =
    entry.remote && !reach.contains(entry.named)
      ? entry.named
      : footprint.resources.find(
          (one) => !isForeseen(one) && !(isOwn(one) ? reach : session.processReach).contains(one),
        );
  if (resource === undefined) {
    if (shared) shared.inReach = true;
    return undefined;
  }
  return settle(
    call,
    "capability_denied",
    `${describeTarget(resource)} is outside what ${entry.tool.id} may reach. Stay inside the workspace and the hosts it was given.`,
    { detail: { resource } },
  );
}

/** A host that only settings name, or a file that a word names: the command may do without it, and it is closed to it when it is reached for. */
function isForeseen({ via }: Resource): boolean {
  return via === "configuration" || via === "word";
}
