/** A folder of a large tree as it was when it was read: what it holds, and what of it must be as it was for that to be true still. */
import { type Dirent, readdirSync } from "node:fs";
import { toFsPath } from "@toolplane/disk/paths";
import { isSettled, statOf } from "./directory-cache.ts";

export interface TreeFolder {
  readonly changedMs: number;
  readonly inode: number;
  readonly device: number;
  readonly isSettled: boolean;
  /** Of all that is no folder, the names that rules may be about: a few among hundreds of thousands. */
  readonly files: readonly string[];
  /** Its folders by name; null for one that was not read. */
  readonly folders: Map<string, TreeFolder | null>;
}

/** The known one where it is as it was; null where there is no such folder. Folders in it are kept, and looked at by themselves. */
export function readTreeFolder(
  path: string,
  known: TreeFolder | null,
  isAsked: (name: string) => boolean,
): TreeFolder | null {
  const stat = statOf(path);
  if (stat === null) return null;
  if (
    known?.isSettled &&
    known.changedMs === stat.ctimeMs &&
    known.inode === stat.ino &&
    known.device === stat.dev
  )
    return known;
  const files: string[] = [];
  const folders = new Map<string, TreeFolder | null>();
  for (const entry of entriesIn(path))
    if (entry.isDirectory()) folders.set(entry.name, known?.folders.get(entry.name) ?? null);
    else if (isAsked(entry.name)) files.push(entry.name);
  return {
    changedMs: stat.ctimeMs,
    inode: stat.ino,
    device: stat.dev,
    isSettled: isSettled(stat.ctimeMs, Date.now()),
    files,
    folders,
  };
}

function entriesIn(folder: string): readonly Dirent<string>[] {
  try {
    return readdirSync(toFsPath(folder), { withFileTypes: true, encoding: "latin1" });
  } catch {
    return [];
  }
}
