/** Lists the links of a folder that lead to something in it. What is installed and git's own folder are not looked into. */
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isWithin, posixPath } from "@toolplane/readings";
import { installedPart } from "../checks/name-roles.ts";

/** Past so many folders nobody waits for it. */
const MOST_FOLDERS = 50_000;

/** By path below the folder. Null where it has too many folders. */
export async function listLinks(workspace: string): Promise<ReadonlyMap<string, string> | null> {
  const links = new Map<string, string>();
  const root = realPath(workspace) ?? workspace;
  const waiting = [""];
  let folders = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    folders += 1;
    if (folders > MOST_FOLDERS) return null;
    // Others go on meanwhile.
    if (folders % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    for (const entry of entriesOf(join(workspace, at))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.name === ".git" || installedPart(path) !== null) continue;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isSymbolicLink()) {
        const target = realPath(join(workspace, path));
        if (target !== null && isWithin(target, root) && target !== root)
          links.set(path, posixPath.below(root, target));
      }
    }
  }
  return links;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
