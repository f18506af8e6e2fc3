/** Finds the paths of a view where the project may have something else by now than when the two were last one. */
import { below, parentOf, toBytePath } from "@toolplane/disk/paths";
import { lookAt, namesIn } from "../landing/disk/byte-fs.ts";
import type { UpperChange } from "../landing/upper/upper-change.ts";
import type { HeldState } from "./held-state.ts";

/** What is there was changed since, or a folder around it was put there, which no time of the file itself tells. */
export function overlapsOf(
  state: HeldState,
  changes: readonly UpperChange[],
): readonly UpperChange[] {
  const sinceNs = BigInt(state.syncedNs);
  const isSwapped = swappedFolders(state);
  return changes.filter((change) => {
    if (change.modeOnly === true || change.inside) return false;
    const path = placeOf(state, change);
    const stat = lookAt(path);
    if (isSwapped(change)) return true;
    // What is not there may have been: the folder that it would be in tells whether names came or went.
    if (stat === null) return folderTime(state, change) > sinceNs;
    return change.tree === true ? isLater(path, sinceNs) : stat.ctimeNs > sinceNs;
  });
}

export function placeOf(
  { roots }: HeldState,
  { root, at }: Pick<UpperChange, "root" | "at">,
): string {
  return below(toBytePath(roots[root]?.root ?? ""), at);
}

/** A folder that was moved changed its own time, and that of the folder around it: so do others, and then the three sides tell. */
function swappedFolders(state: HeldState): (change: UpperChange) => boolean {
  const sinceNs = BigInt(state.syncedNs);
  const known = new Map<string, boolean>();
  const isLaterFolder = (root: number, at: string): boolean =>
    (lookAt(placeOf(state, { root, at }))?.ctimeNs ?? 0n) > sinceNs;
  const isSwapped = (root: number, at: string): boolean => {
    if (at === "") return false;
    const key = `${root}:${at}`;
    const around = aroundOf(at);
    const found =
      known.get(key) ??
      (isSwapped(root, around) || (isLaterFolder(root, around) && isLaterFolder(root, at)));
    known.set(key, found);
    return found;
  };
  return ({ root, at }) => at !== "" && isSwapped(root, aroundOf(at));
}

function aroundOf(at: string): string {
  return at.includes("/") ? parentOf(at) : "";
}

/** When names in the nearest folder that is there came or went last. */
function folderTime(state: HeldState, { root, at }: UpperChange): bigint {
  for (let folder = aroundOf(at); ; folder = aroundOf(folder)) {
    const stat = lookAt(placeOf(state, { root, at: folder }));
    if (stat !== null) return stat.ctimeNs;
    if (folder === "") return 0n;
  }
}

/** Of what is there: it was written since, whatever was done to the folders around it. */
export function isLaterItself(state: HeldState, change: UpperChange): boolean {
  const stat = lookAt(placeOf(state, change));
  return stat === null || stat.ctimeNs > BigInt(state.syncedNs);
}

/** True when anything of a tree is later. */
function isLater(path: string, sinceNs: bigint): boolean {
  const stat = lookAt(path);
  if (stat === null) return false;
  if (stat.ctimeNs > sinceNs) return true;
  return stat.isDirectory() && namesIn(path).some((name) => isLater(below(path, name), sinceNs));
}
