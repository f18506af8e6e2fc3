/** The sets that wait for a person: call folders that say so. Bounded in number, bytes and age; the oldest are dropped. */
import type { WaitingSet } from "@toolplane/contract/ports";
import { isProcessRunning } from "@toolplane/disk/ground";
import { below, clearTree } from "@toolplane/disk/paths";
import { lookAt, namesIn } from "./disk/byte-fs.ts";
import { type LandingState, readState } from "./state/landing-state.ts";
import type { DroppedSet, LandingBounds } from "./state/landings.ts";
import { readPlan } from "./steps/plan.ts";

export interface KeptCall {
  readonly folder: string;
  readonly state: LandingState & Required<Pick<LandingState, "kept">>;
}

/** A kept call as people and the record know it. */
export function waitingSet({
  sessionId,
  callId,
  command,
  atMs,
  kept: { landing, bytes },
}: KeptCall["state"]): WaitingSet {
  return { sessionId, callId, command, atMs, landing, bytes };
}

/** Oldest first; those with a plan are landing already, and one that its own process asks about is that process's. */
export function keptCalls(calls: string, userData: string): readonly KeptCall[] {
  if (lookAt(calls) === null) return [];
  return namesIn(calls)
    .toSorted()
    .flatMap((name) => {
      const folder = below(calls, name);
      const state = readState(folder);
      if (state?.kept === undefined || readPlan(folder) !== null) return [];
      if (state.kept.asking === true && isProcessRunning(state.owner, userData)) return [];
      return [{ folder, state: { ...state, kept: state.kept } }];
    });
}

/** Drops what is past the bounds; gives what went. */
export function trimWaiting(
  { calls, userData }: { readonly calls: string; readonly userData: string },
  bounds: LandingBounds,
  nowMs: number,
): readonly DroppedSet[] {
  const kept = keptCalls(calls, userData);
  let bytes = kept.reduce((sum, { state }) => sum + state.kept.bytes, 0);
  let count = kept.length;
  const gone: DroppedSet[] = [];
  for (const { folder, state } of kept) {
    const isOld = nowMs - state.atMs > bounds.maxWaitingAgeMs;
    if (!isOld && count <= bounds.maxWaiting && bytes <= bounds.maxWaitingBytes) continue;
    clearTree(folder);
    count -= 1;
    bytes -= state.kept.bytes;
    gone.push({ ...waitingSet(state), because: isOld ? "age" : "room" });
  }
  return gone;
}
