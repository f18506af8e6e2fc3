/** Reads what a held view would bring into the project as that is now, and takes out of it what the project has too. */
import type { ChangeSet } from "@toolplane/contract";
import { below, clearTree, toBytePath } from "@toolplane/disk/paths";
import { contentsOf } from "../landing/changes/contents-of.ts";
import { lookAt, modeOf, targetOf } from "../landing/disk/byte-fs.ts";
import { sameBytes } from "../landing/disk/same-bytes.ts";
import { takeTurns } from "../landing/disk/take-turns.ts";
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
  const changes: UpperChange[] = [];
  for (const change of all) if (!(await isSame({ roots }, change))) changes.push(change);
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
  for (const { root, at, modeOnly } of changes)
    if (modeOnly !== true && at !== "") clearTree(below(toBytePath(roots[root]?.upper ?? ""), at));
}

/** Somebody made the very same change in the project. */
async function isSame({ roots }: Layers, change: UpperChange): Promise<boolean> {
  const { kind, type, inside, tree, seen } = change;
  if (kind !== "changed" || inside || tree === true || seen === undefined) return false;
  const layer = roots[change.root];
  if (layer === undefined || seen.root === null) return false;
  const upper = below(toBytePath(layer.upper), change.at);
  const root = below(toBytePath(layer.root), change.at);
  if (type === "link")
    return lookAt(root)?.isSymbolicLink() === true && targetOf(upper) === targetOf(root);
  if (type !== "file" || !seen.root.isFile()) return false;
  if (modeOf(seen.upper) !== modeOf(seen.root) || seen.upper.size !== seen.root.size) return false;
  return takeTurns(sameBytes(upper, root));
}
