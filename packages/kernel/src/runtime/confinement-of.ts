/** The confinement of a call's processes: from the session's policy, the process reach and what was approved for this call. */
import type { Confinement } from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";
import type { CallState } from "../call/call-state.ts";
import { computeConfinement } from "../confinement/compute-confinement.ts";
import type { SessionTool } from "../session/session-tool.ts";

/** Computes it; a subagent's own restrictions take further parts out. */
export function confinementOf(
  call: CallState,
  tool: SessionTool,
  options: { readonly contained: boolean },
): Confinement {
  const { policies, processReach, variables } = call.session;
  const parts = [policies.base, ...policies.restrictions].map((policy) =>
    computeConfinement({
      policy,
      reach: processReach,
      approved: call.approved,
      contained: options.contained,
      containedWritable: [...(variables.workspace ?? []), ...(variables.scratch ?? [])].map(
        (root) => `${escapeGlob(root)}/**`,
      ),
      env: tool.entry.tool.requires.env ?? [],
    }),
  );
  return parts.reduce(intersect);
}

/** Reach and openings are the same in every part, so what both permit is what neither masks. */
function intersect(one: Confinement, other: Confinement): Confinement {
  return {
    ...one,
    read: { ...one.read, masks: [...one.read.masks, ...other.read.masks] },
    write: { ...one.write, masks: [...one.write.masks, ...other.write.masks] },
    network: { ...one.network, masks: [...one.network.masks, ...other.network.masks] },
  };
}
