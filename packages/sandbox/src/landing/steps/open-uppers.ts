/**
 * A command may close a folder after it changed something in it. The upper layer's folder is closed then too, and nothing could
 * be taken out of it: so it is open from planning on, and closed again when the set waits instead.
 */
import { chmodSync } from "node:fs";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { lookAt } from "../disk/byte-fs.ts";
import type { LandingState } from "../state/landing-state.ts";
import type { UpperChange } from "../upper/upper-change.ts";

/** A folder whose mode changes: a change of a set, or a step of its plan. */
type Closed = Pick<UpperChange, "root" | "at" | "mode">;

/** Parents first, or what lies in them could not be reached. */
export function openUppers(state: Pick<LandingState, "roots">, folders: readonly Closed[]): void {
  for (const folder of closedOf(folders).toSorted((a, b) => a.at.length - b.at.length))
    setMode(state, folder, folder.mode | 0o700);
}

export function closeUppers(state: Pick<LandingState, "roots">, folders: readonly Closed[]): void {
  for (const folder of closedOf(folders).toSorted((a, b) => b.at.length - a.at.length))
    setMode(state, folder, folder.mode);
}

function closedOf(folders: readonly Closed[]): readonly Closed[] {
  return folders.filter(({ mode }) => (mode & 0o700) !== 0o700);
}

function setMode({ roots }: Pick<LandingState, "roots">, { root, at }: Closed, mode: number): void {
  const upper = toBytePath(roots[root]?.upper ?? "");
  const path = at === "" ? upper : below(upper, at);
  if (lookAt(path)?.isDirectory() === true) chmodSync(toFsPath(path), mode);
}
