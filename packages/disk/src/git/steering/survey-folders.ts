/**
 * Picks the folders of a workspace that are looked at for repositories and for links: the outermost first, and hidden ones before
 * the others, because editors, agents and hooks keep their files in those. Bounded: what lies farther in is looked at when something
 * near it is written.
 */
import { basename } from "node:path";
import type { ListFolder } from "./remember-listings.ts";

const MAX_FOLDERS = 96;
const MAX_DEPTH = 3;
/** Git's own data, and what was installed or built. */
const NOT_SEARCHED: ReadonlySet<string> = new Set([
  ...[".git", "node_modules", "bower_components", ".pnpm-store", ".venv", "venv", "vendor"],
  ...["site-packages", "target", "dist", "build", "__pycache__", ".next", ".cache"],
]);

export function surveyFolders(root: string, list: ListFolder): readonly string[] {
  const found = [root];
  let level: readonly string[] = [root];
  for (let depth = 0; depth < MAX_DEPTH && found.length < MAX_FOLDERS; depth += 1) {
    const inside = level.flatMap((folder) => list(folder).folders.filter(isSearched));
    const hidden = inside.filter(isHidden);
    level = [...hidden, ...inside.filter((folder) => !isHidden(folder))];
    level = level.slice(0, MAX_FOLDERS - found.length);
    found.push(...level);
  }
  return found;
}

function isHidden(folder: string): boolean {
  return basename(folder).startsWith(".");
}

function isSearched(folder: string): boolean {
  return !NOT_SEARCHED.has(basename(folder));
}
