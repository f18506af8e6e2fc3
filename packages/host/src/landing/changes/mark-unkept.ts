/** How much the journal must keep for a set, and what of it is too much. */
import { below, toBytePath } from "../../paths/byte-path.ts";
import { bytesAt } from "../disk/bytes-at.ts";
import { type Pieces, takeTurns } from "../disk/take-turns.ts";
import type { CallState } from "../state/call-state.ts";
import type { UpperChange } from "../upper/upper-change.ts";

export interface Weighed {
  readonly changes: readonly UpperChange[];
  readonly beforeBytes: number;
  /** False: the set is larger than the journal, so that none of it could be undone. */
  readonly keeps: boolean;
}

/** Half an undo is a state that nobody chose, so the set is kept as a whole or not. */
export async function markUnkept(
  changes: readonly UpperChange[],
  { state, maxJournalBytes }: { readonly state: CallState; readonly maxJournalBytes: number },
): Promise<Weighed> {
  const sizes = await takeTurns(sizesOf(changes, state));
  const beforeBytes = sizes.reduce((sum, size) => sum + size, 0);
  if (beforeBytes <= maxJournalBytes) return { changes, beforeBytes, keeps: true };
  return {
    changes: changes.map((change, index) =>
      (sizes[index] ?? 0) > 0 ? { ...change, unkept: true } : change,
    ),
    ...{ beforeBytes, keeps: false },
  };
}

function* sizesOf(changes: readonly UpperChange[], { roots }: CallState): Pieces<number[]> {
  const sizes: number[] = [];
  for (const { root, at, inside, replaces, modeOnly, bytesBefore } of changes) {
    const isKept = !inside && replaces && modeOnly !== true;
    const before = below(toBytePath(roots[root]?.root ?? ""), at);
    sizes.push(isKept ? (bytesBefore ?? (yield* bytesAt(before))) : 0);
  }
  return sizes;
}
