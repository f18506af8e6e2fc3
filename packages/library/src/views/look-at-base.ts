/** Looks at all files of a folder, so that a later look tells what anybody changed there. Git's own folder is left out. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";

/** A file or link: what is another text was changed. */
interface FileLook {
  readonly is: string;
  readonly bytes: number;
}

/** By path below the folder. */
export type BaseLook = ReadonlyMap<string, FileLook>;

export type PathChange = Pick<Change, "path" | "kind">;

/** Past so many it is not looked at. */
const MOST_ENTRIES = 300_000;

/** Null where it is too much, or cannot be read. Our own data, where it lies in the folder, is left out. */
export async function lookAtBase(folder: string, userData: string): Promise<BaseLook | null> {
  const look = new Map<string, FileLook>();
  const waiting = [folder];
  let entries = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    await new Promise((resolve) => setImmediate(resolve));
    const names = namesOf(at);
    if (names === null) return null;
    for (const name of names) {
      const path = join(at, name);
      if (path === userData || (name === ".git" && at === folder)) continue;
      entries += 1;
      if (entries > MOST_ENTRIES) return null;
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stat?.isDirectory()) waiting.push(path);
      else if (stat !== undefined)
        look.set(posixPath.below(folder, path), {
          is: `${stat.mode} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`,
          bytes: Number(stat.size),
        });
    }
  }
  return look;
}

function namesOf(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return null;
  }
}

export function changesBetween(before: BaseLook, after: BaseLook): readonly PathChange[] {
  const changes: PathChange[] = [];
  for (const [path, { is }] of after) {
    const was = before.get(path)?.is;
    if (was !== is) changes.push({ path, kind: was === undefined ? "added" : "changed" });
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push({ path, kind: "removed" });
  return changes;
}
