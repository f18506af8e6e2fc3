/** Reads a command's changes in its view to the paths that ask to land, as much as a person would read on a card. */
import type { FsTarget, Question, ShownChange } from "@toolplane/contract";
import type { Landings } from "@toolplane/contract/ports";
import { shownChange } from "./shown-change.ts";

/** More paths than this are listed by the change set, without their lines. */
const MOST = 5;

export interface LandedGround {
  readonly landings: Landings | undefined;
  readonly mayRead: (file: Pick<FsTarget, "path" | "real">) => boolean;
  readonly maxChars: number;
}

/** In the order in which they ask. */
export async function landedChanges(
  { footprint, changeSet, callId }: Question,
  { landings, mayRead, maxChars }: LandedGround,
): Promise<readonly ShownChange[]> {
  const shown: ShownChange[] = [];
  for (const one of footprint.resources) {
    if (one.capability !== "fs.write" || shown.length >= MOST || !landings) continue;
    const change = changeSet?.changes.find(({ path }) => path === one.path);
    if (change?.type !== "file" || !mayRead(one)) continue;
    const diff = cut((await landings.diff(callId, one.path)) ?? "", maxChars);
    shown.push(shownChange({ path: one.path, kind: change.kind }, diff));
  }
  return shown;
}

function cut(diff: string, maxChars: number): string {
  if (diff.length <= maxChars) return diff;
  return `${diff.slice(0, diff.lastIndexOf("\n", maxChars) + 1)}… the rest of the diff is not shown\n`;
}
