/** Rows of a card about a landing: every path that asks, then all the others as one line, or one by one when unfolded. */
import { type Change, changeCount, countChanges, type Question } from "@toolplane/contract";
import { formatCount } from "@toolplane/readings";
import { foldChanges } from "../changes/fold-changes.ts";
import { resourceMark } from "../lines/resource-mark.ts";

/** A path that asks, with what it asks for; `change` is absent where the set does not name it itself. */
export interface AskingRow {
  readonly path: string;
  readonly change?: Change;
  /** The rule or judge, in a few words. */
  readonly note: string;
  readonly reason: string;
}

export interface LandingRows {
  readonly asking: readonly AskingRow[];
  /** The first of the others, how many there are, and all of them in one line. */
  readonly others: readonly Change[];
  readonly otherCount: number;
  readonly folded: string;
}

/** Unfolded, so many of the others are listed; `toolplane land` lists them all. */
const MOST_OTHERS = 500;

/** Made once for a card: a set can be large, and a card is laid out at every key. */
export function landingRows(
  { changeSet, footprint, reasons }: Question,
  workspace: string | null,
): LandingRows {
  const changes = new Map((changeSet?.changes ?? []).map((change) => [change.path, change]));
  const asking = footprint.resources.flatMap((resource, index): readonly AskingRow[] => {
    if (resource.capability !== "fs.write") return [];
    const change = changes.get(resource.path);
    changes.delete(resource.path);
    const { note } = resourceMark(resource, index, { opinions: reasons, action: "ask" });
    const reason = reasons.find((opinion) => opinion.resource === index)?.reason ?? "";
    return [{ path: resource.path, ...(change ? { change } : {}), note, reason }];
  });
  const others = [...changes.values()];
  // A question about a large set carries part of it, and how much there is.
  const all = changeCount(countChanges(changeSet ?? { changes: [] }));
  const left = Math.max(0, all - (changeSet?.changes.length ?? 0));
  const more = left > 0 ? ` · ${formatCount(left)} more` : "";
  return {
    asking,
    others: others.slice(0, MOST_OTHERS),
    otherCount: others.length + left,
    folded: `${foldChanges(others, workspace)}${more}`,
  };
}

/** The paths that a cursor can stand on, in the order of the lines; null is the line of all the others. */
export function lookableRows(
  { asking, others }: LandingRows,
  isUnfolded: boolean,
): readonly (string | null)[] {
  const paths = asking.map(({ path }) => path);
  if (others.length === 0) return paths;
  return isUnfolded ? [...paths, ...others.map(({ path }) => path)] : [...paths, null];
}
