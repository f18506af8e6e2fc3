/** Reads a command's changes in its view to the paths that ask to land, as much as a person would read on a card. */
import type { FsTarget, Question, ShownChange } from "@toolplane/contract";
import type { Landings } from "@toolplane/contract/ports";

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
    const kind = change.kind === "added" ? "created" : change.kind;
    shown.push({ path: one.path, kind, diff, ...countLines(diff) });
  }
  return shown;
}

function countLines(diff: string): Pick<ShownChange, "added" | "removed"> {
  const lines = diff.split("\n").filter((line) => !/^(?:---|\+\+\+) /.test(line));
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count("+"), removed: count("-") };
}

function cut(diff: string, maxChars: number): string {
  if (diff.length <= maxChars) return diff;
  return `${diff.slice(0, diff.lastIndexOf("\n", maxChars) + 1)}… the rest of the diff is not shown\n`;
}
