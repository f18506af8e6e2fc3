/** Measures how much the journal must keep for a set, and marks what is too much, alone or beside what it has kept lately. */
import { below, toBytePath } from "@toolplane/disk/paths";
import { bytesAt } from "../disk/bytes-at.ts";
import { type Pieces, takeTurns } from "../disk/take-turns.ts";
import type { LandingState } from "../state/landing-state.ts";
import type { UpperChange } from "../upper/upper-change.ts";

export interface Weighed {
  readonly changes: readonly UpperChange[];
  readonly beforeBytes: number;
  /** False: the set is larger than the journal, so that none of it could be undone. */
  readonly keeps: boolean;
}

/** Marks a set as kept whole or not at all: half an undo would leave a state that no person chose. */
export async function markUnkept(
  changes: readonly UpperChange[],
  {
    state,
    maxJournalBytes,
    hasRoom,
  }: {
    readonly state: LandingState;
    readonly maxJournalBytes: number;
    /** True when this set, with so much to be kept for it, leaves what is not old yet in the journal. */
    readonly hasRoom: (bytes: number) => boolean;
  },
): Promise<Weighed> {
  const sizes = await takeTurns(sizesOf(changes, state));
  const beforeBytes = sizes.reduce((sum, size) => sum + size, 0);
  if (beforeBytes <= maxJournalBytes) {
    const isFree = changes.length === 0 || hasRoom(beforeBytes);
    return {
      changes: isFree ? changes : tellLargest(changes, sizes, beforeBytes),
      beforeBytes,
      keeps: true,
    };
  }
  return {
    changes: changes.map((change, index) =>
      (sizes[index] ?? 0) > 0 ? { ...change, unkept: true, needs: beforeBytes } : change,
    ),
    beforeBytes,
    keeps: false,
  };
}

/** One question for the set, not one for each path of it. */
function tellLargest(
  changes: readonly UpperChange[],
  sizes: readonly number[],
  needs: number,
): readonly UpperChange[] {
  const largest = sizes.reduce((best, size, at) => (size > (sizes[best] ?? 0) ? at : best), 0);
  return changes.map((change, at) =>
    at === largest ? { ...change, displaces: true, needs } : change,
  );
}

function* sizesOf(changes: readonly UpperChange[], { roots }: LandingState): Pieces<number[]> {
  const sizes: number[] = [];
  for (const { root, at, inside, replaces, modeOnly, bytesBefore } of changes) {
    const isKept = !inside && replaces && modeOnly !== true;
    if (!isKept || bytesBefore !== undefined) sizes.push(isKept ? (bytesBefore ?? 0) : 0);
    else sizes.push(yield* bytesAt(below(toBytePath(roots[root]?.root ?? ""), at)));
  }
  return sizes;
}
