/**
 * Names that a view made and that differ only in the case of letters from one that the project got meanwhile. One disk holds both and
 * another only the last one written, so they are a conflict everywhere. What the view saw when it made its own is its own business.
 */
import { findCaseClashes } from "@toolplane/disk/merge";
import { below, isMissing, parentOf, toBytePath, toText } from "@toolplane/disk/paths";
import { lookAt, namesIn } from "../landing/disk/byte-fs.ts";
import type { UpperChange } from "../landing/upper/upper-change.ts";
import type { HeldState } from "./held-state.ts";

export interface CaseTwins {
  /** The other name; null where there is none. */
  of(change: Pick<UpperChange, "root" | "at">): string | null;
}

export function findCaseTwins(
  { roots, syncedNs }: Pick<HeldState, "roots" | "syncedNs">,
  changes: readonly Pick<UpperChange, "kind" | "root" | "at">[],
): CaseTwins {
  const placeOf = ({ root, at }: Pick<UpperChange, "root" | "at">): string =>
    below(toBytePath(roots[root]?.root ?? ""), at);
  // What the view takes away is answered for itself.
  const removed = new Set(changes.filter(({ kind }) => kind === "removed").map(placeOf));
  const sinceNs = BigInt(syncedNs);
  const known = new Map<string, readonly string[]>();
  const laterIn = (folder: string): readonly string[] => {
    const found = known.get(folder) ?? laterNames(folder, { sinceNs, removed });
    known.set(folder, found);
    return found;
  };
  return {
    of(change) {
      const path = placeOf(change);
      const folder = parentOf(path);
      const name = toText(path.slice(folder.length + 1));
      const theirs = laterIn(folder).filter((one) => one !== name);
      const groups = findCaseClashes({ base: [], ours: [name], theirs });
      return groups.find((group) => group.includes(name))?.find((one) => one !== name) ?? null;
    },
  };
}

interface Later {
  readonly sinceNs: bigint;
  readonly removed: ReadonlySet<string>;
}

function laterNames(folder: string, { sinceNs, removed }: Later): readonly string[] {
  try {
    return namesIn(folder)
      .filter((name) => {
        const path = below(folder, name);
        return !removed.has(path) && (lookAt(path)?.ctimeNs ?? 0n) > sinceNs;
      })
      .map(toText);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
