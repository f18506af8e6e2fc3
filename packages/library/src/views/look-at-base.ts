/** What lies in a folder now, so that a later look says what was changed there, by whomever. */
import type { Change } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import { walkBase } from "./walk-base.ts";

/** Files and links by their path below the folder: what is another text there was changed. */
export type BaseLook = ReadonlyMap<string, string>;

export type PathChange = Pick<Change, "path" | "kind">;

/** Null where it is too much to be looked at. Our own data, where it lies in the folder, is left out. */
export async function lookAtBase(folder: string, userData: string): Promise<BaseLook | null> {
  const look = new Map<string, string>();
  const add: Parameters<typeof walkBase>[1] = (path, { mode, ino, size, mtimeNs, ctimeNs }) => {
    if ((mode & TYPE_BITS) === DIRECTORY) return;
    look.set(posixPath.below(folder, path), `${mode} ${ino} ${size} ${mtimeNs} ${ctimeNs}`);
  };
  const isWhole = await walkBase(folder, add, userData);
  return isWhole ? look : null;
}

const TYPE_BITS = 0o170000n;
const DIRECTORY = 0o040000n;

export function changesBetween(before: BaseLook, after: BaseLook): readonly PathChange[] {
  const changes: PathChange[] = [];
  for (const [path, is] of after) {
    const was = before.get(path);
    if (was !== is) changes.push({ path, kind: was === undefined ? "added" : "changed" });
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push({ path, kind: "removed" });
  return changes;
}
