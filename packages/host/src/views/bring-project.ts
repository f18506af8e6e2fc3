/** Brings what the project changed meanwhile into a held view, and keeps what both sides begin with from then on. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type MergeSides,
  type OpenView,
  overlapsOf,
  type Rebase,
  rebaseView,
  type ViewRead,
  type ViewSide,
  writeHeld,
} from "@toolplane/sandbox";
import { type BaseParts, baseSides } from "./base-sides.ts";
import { keptBase, keptName } from "./kept-base.ts";
import { type MountParts, mountView } from "./show-project.ts";

interface RebaseParts extends BaseParts, MountParts {
  readonly merge: MergeSides;
}

const NOTHING: Rebase = { merged: [], conflicts: [], bases: new Map(), write: async () => {} };

export interface Rebasing {
  readonly parts: RebaseParts;
  readonly answers: Parameters<typeof rebaseView>[0]["answers"];
}

/** The merges that are to be made; nothing is written. */
export async function planRebase(
  view: Pick<OpenView, "state" | "folder">,
  changes: ViewRead["changes"],
  { parts, answers }: Rebasing,
): Promise<Rebase> {
  const { state } = view;
  if (overlapsOf(state, changes).length === 0) return NOTHING;
  const baseOf = await baseSides(view, parts);
  return rebaseView({ state, changes, baseOf, merge: parts.merge, answers });
}

export async function bringProject(
  view: OpenView,
  changes: ViewRead["changes"],
  rebasing: Rebasing,
): Promise<Rebase> {
  const rebase = await planRebase(view, changes, rebasing);
  if (rebase.conflicts.length > 0) return rebase;
  // What both begin with by then comes last: a process that is killed before merges what is one already with the project again. The
  // other way round the view's old side would land over what the project has.
  await rebase.write();
  keepBases(view, rebase.bases);
  if (rebase.merged.length > 0) await mountView(view, rebasing.parts, "thaw");
  return rebase;
}

export function keepBases(view: OpenView, bases: ReadonlyMap<string, ViewSide>): void {
  if (bases.size === 0) return;
  const kept: Record<string, string | null> = { ...view.state.bases };
  for (const [path, side] of bases) {
    if (side?.kind === "file") kept[path] = keepFile(view.folder, side);
    else if (side === null) kept[path] = null;
    else {
      const text = keptBase(side);
      if (text === null) delete kept[path];
      else kept[path] = text;
    }
  }
  // Why it did not land the last time is no longer so.
  view.state = { ...view.state, bases: kept, note: null };
  writeHeld(view.folder, view.state);
}

function keepFile(
  folder: string,
  { bytes, mode }: Extract<ViewSide, { readonly kind: "file" }>,
): string {
  const name = keptName(createHash("sha256").update(bytes).digest("hex"), mode);
  mkdirSync(join(folder, "base"), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "base", name), bytes, { mode: 0o600 });
  return name;
}
