/**
 * Finds what links in a workspace lead to: a write there is a write under the link's name. Only links count that can bring a file
 * under a name by which something runs: those in the roots themselves, among hooks, and in hidden folders.
 */

import { realpathSync } from "node:fs";
import type { SteeringFile } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import type { ListFolder } from "./remember-listings.ts";

const MAX_FOUND = 500;

export function linkedFiles(
  folders: readonly string[],
  { roots, list }: { readonly roots: readonly string[]; readonly list: ListFolder },
): readonly SteeringFile[] {
  const found: SteeringFile[] = [];
  for (const folder of new Set(folders))
    for (const as of list(folder).links) {
      if (found.length >= MAX_FOUND || !mayRun(as, folder, roots)) continue;
      const path = realOf(as);
      if (path !== null && roots.some((root) => path !== root && isWithin(path, root)))
        found.push({ path, tree: true, why: `${as} leads to it`, as });
    }
  return found;
}

function mayRun(link: string, folder: string, roots: readonly string[]): boolean {
  return roots.includes(folder) || link.includes("/.") || folder.endsWith("/hooks");
}

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
