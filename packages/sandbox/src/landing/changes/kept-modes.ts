/**
 * Modes of folders in a set that waits. A folder of the upper layer has the mode that the real one had when the command came to
 * it, so what a person gives the real one later looks like something that the command did. What it did itself is written down
 * when the set begins to wait; whatever differs beside that is the person's, and stays.
 */
import { modeOf } from "../disk/byte-fs.ts";
import type { LandingState } from "../state/landing-state.ts";
import type { UpperChange } from "../upper/upper-change.ts";
import { isOtherMode, ownKey } from "./find-clashes.ts";

/** A folder that another process changed meanwhile is left out: its mode may then be that process's. */
export function keptModes(
  state: LandingState,
  changes: readonly UpperChange[],
): Readonly<Record<string, number>> | undefined {
  if (state.kept !== undefined) return state.kept.modes;
  const modes: Record<string, number> = {};
  for (const change of changes) {
    const stat = change.modeOnly === true ? change.seen?.root : undefined;
    if (stat == null || isOtherMode(state, change, stat)) continue;
    modes[ownKey(change)] = modeOf(stat);
  }
  return modes;
}

/** Without modes that are not the command's. */
export function withoutTheirModes(
  { kept }: LandingState,
  changes: readonly UpperChange[],
): readonly UpperChange[] {
  const modes = kept?.modes;
  if (modes === undefined) return changes;
  return changes.filter(
    (change) => change.modeOnly !== true || modes[ownKey(change)] !== undefined,
  );
}
