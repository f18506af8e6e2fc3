/**
 * Tells whether a landing outlasted the end of its machine. Its plan was on disk before the first step; the files that the
 * command wrote may not have been. Each path is compared with the signature made when it landed. A file that was changed since
 * belongs to the one who changed it.
 */
import { lookAt } from "../disk/byte-fs.ts";
import { type Folders, openFolders } from "../disk/open-folders.ts";
import { isSigned } from "../disk/sign-tree.ts";
import { type LandedEntry, readLandedList } from "./landed-journal.ts";
import type { Plan, PlanStep } from "./plan.ts";

/** False also where it cannot be known: then the landing is taken back. */
export function arrivedWhole(plan: Plan): boolean {
  const { end } = plan;
  if (end.do !== "journal") return true;
  const list = readLandedList(end.journal);
  if (list === null || list.entries.length !== plan.steps.length) return false;
  const folders = plan.roots.map(openFolders);
  try {
    return plan.steps.every((step, index) => {
      const entry = list.entries[index];
      const path = reach(folders[step.root], step.at);
      // A folder above it is gone, or a link: the one who did that removed this path too.
      return entry !== undefined && (path === null || isThere(path, step, { entry, end }));
    });
  } finally {
    for (const folder of folders) folder.close();
  }
}

function isThere(
  path: string,
  step: PlanStep,
  { entry, end }: { readonly entry: LandedEntry; readonly end: { readonly atMs: number } },
): boolean {
  // Undone since, which is on disk before it is answered; or nothing but a mode.
  if (entry.now !== "after" || step.do === "mode") return true;
  if (isSigned(path, entry.signed)) return true;
  const stat = lookAt(path);
  if (step.do === "take") return stat === null || String(stat.ino) !== step.was?.ino;
  if (stat === null || String(stat.ino) !== step.ino) return lookAt(step.in ?? "") === null;
  // A file that was cut off has the time of its last write, which was before the landing.
  return stat.isFile() && Number(stat.mtimeMs) > end.atMs;
}

function reach(folders: Folders | undefined, at: string): string | null {
  try {
    return folders?.to(at) ?? null;
  } catch {
    return null;
  }
}
