/**
 * What links lead to, inside the roots: whoever writes that, writes what stands under the link's name. Only links count that can
 * bring a file under a name by which something runs: those in the roots themselves, among hooks, and in hidden folders.
 */
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { SteeringFile } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";

const MAX_FOUND = 500;

export function linkedFiles(
  folders: readonly string[],
  roots: readonly string[],
): readonly SteeringFile[] {
  const found: SteeringFile[] = [];
  for (const folder of new Set(folders))
    for (const as of linksIn(folder)) {
      if (found.length >= MAX_FOUND || !mayRun(as, folder, roots)) continue;
      const path = realOf(as);
      if (path !== null && roots.some((root) => path !== root && posixPath.contains(root, path)))
        found.push({ path, tree: true, why: `${as} leads to it`, as });
    }
  return found;
}

function mayRun(link: string, folder: string, roots: readonly string[]): boolean {
  return roots.includes(folder) || link.includes("/.") || folder.endsWith("/hooks");
}

function linksIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
