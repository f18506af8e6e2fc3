/** Reads what a held view would bring into the project as that is now, and takes out of it what the project has too. */
import { renameSync } from "node:fs";
import type { ChangeSet } from "@toolplane/contract";
import { below, clearTree, parentOf, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { contentsOf } from "../landing/changes/contents-of.ts";
import { lookAt, modeOf, namesIn, targetOf } from "../landing/disk/byte-fs.ts";
import { sameBytes } from "../landing/disk/same-bytes.ts";
import { type Pieces, takeTurns } from "../landing/disk/take-turns.ts";
import type { LandingBounds } from "../landing/state/landings.ts";
import { readUpper } from "../landing/upper/read-upper.ts";
import { changeSetOf, type UpperChange } from "../landing/upper/upper-change.ts";
import type { HeldState } from "./held-state.ts";

export interface ViewRead {
  readonly changes: readonly UpperChange[];
  readonly set: ChangeSet;
  readonly bytes: number;
}

type Layers = Pick<HeldState, "roots">;

/** Throws `too_large` past a bound. */
export async function readView(
  { roots }: Layers,
  bounds: Pick<LandingBounds, "maxUpperBytes" | "maxUpperFiles">,
): Promise<ViewRead> {
  const { changes: all, bytes } = await readUpper(roots, bounds);
  const same = new Set<UpperChange>();
  for (const change of all) if (await isSame({ roots }, change)) same.add(change);
  const trees = [...same].filter(({ type }) => type === "directory");
  const changes = all.filter(
    (change) =>
      !same.has(change) &&
      !trees.some(({ root, at }) => root === change.root && isWithin(change.at, at)),
  );
  const names = roots.map(({ root }) => root);
  return { changes, set: changeSetOf(changes, names), bytes };
}

/** A name of what these changes hold: another one means that something in them is different. */
export function signView(state: Layers, changes: readonly UpperChange[]): Promise<string> {
  const roots = state.roots.map((root) => ({ ...root, merged: "", stampNs: "0", renames: false }));
  return contentsOf({ roots }, changes);
}

/** Takes these out of the view, which shows the project's from then on. Whoever has it mounted must mount it afresh. */
export function takeOut({ roots }: Layers, changes: readonly UpperChange[]): void {
  for (const { root, at, modeOnly, inside } of changes)
    if (modeOnly !== true && at !== "" && !inside)
      takeAway(toBytePath(roots[root]?.upper ?? ""), at);
}

/** In one step: half of a folder would be a change that nobody made. */
function takeAway(upper: string, at: string): void {
  const gone = below(parentOf(upper), "gone");
  clearTree(gone);
  if (lookAt(below(upper, at)) !== null) renameSync(toFsPath(below(upper, at)), toFsPath(gone));
  clearTree(gone);
}

/** Somebody made the very same change in the project. */
async function isSame({ roots }: Layers, change: UpperChange): Promise<boolean> {
  const { kind, inside, modeOnly } = change;
  const layer = roots[change.root];
  if (kind !== "changed" || inside || modeOnly === true || layer === undefined) return false;
  const upper = below(toBytePath(layer.upper), change.at);
  return takeTurns(sameTree(upper, below(toBytePath(layer.root), change.at)));
}

/** True when two paths hold the same, and all that lies in them does. */
export function* sameTree(one: string, other: string): Pieces<boolean> {
  yield;
  const here = lookAt(one);
  const there = lookAt(other);
  if (here === null || there === null || modeOf(here) !== modeOf(there)) return false;
  if (here.isSymbolicLink()) return there.isSymbolicLink() && targetOf(one) === targetOf(other);
  if (here.isFile())
    return there.isFile() && here.size === there.size && (yield* sameBytes(one, other));
  if (!here.isDirectory() || !there.isDirectory()) return false;
  const names = namesIn(one).toSorted();
  if (names.join("/") !== namesIn(other).toSorted().join("/")) return false;
  for (const name of names)
    if (!(yield* sameTree(below(one, name), below(other, name)))) return false;
  return true;
}
