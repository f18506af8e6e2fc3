/** Takes away what a process that was killed was making or taking away, and what would have gone with its sessions. */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@toolplane/contract/ports";
import { isProcessRunning } from "@toolplane/disk/ground";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { heldFolders, readHeld } from "./held-state.ts";

export interface ClearLeft {
  readonly userData: string;
  readonly clock: Pick<Clock, "wallMs">;
}

/** Longer than it takes to make the folder of a view. */
const MAKING_MS = 60_000;

export function clearLeftViews({ userData, clock }: ClearLeft): void {
  for (const folder of heldFolders(userData)) {
    const state = readHeld(folder);
    const isLeft =
      state === null
        ? isOlder(folder, clock.wallMs() - MAKING_MS)
        : state.isPassing === true && !isProcessRunning(state.owner, userData);
    if (isLeft) removeView(folder);
  }
}

/** First what says that it is one: half of a view is none. */
export function removeView(folder: string): void {
  rmSync(join(folder, "view.json"), { force: true });
  clearTree(toBytePath(folder));
}

function isOlder(folder: string, thanMs: number): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && stat.mtimeMs < thanMs;
}
