/**
 * Further names of what is held back. A hard link is the same file under a name that no rule matches, so every file in the
 * reach with the device and inode of one that is held back is held back too. Files are only compared when one that is held
 * back has a second name, which is rare; the cost is one look at each held file.
 */
import { below } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { type DirectoryCache, statOf } from "../disk/directory-cache.ts";
import type { WritableDirectory } from "../mounts/mount.ts";

/** The part of a walk that the search needs. */
export interface AliasSearch {
  readonly held: ReadonlyMap<string, 0 | 1>;
  readonly writable: readonly WritableDirectory[];
  readonly directories: DirectoryCache;
  readonly mounts: ReadonlyMap<string, { readonly kind: string }>;
  readonly maxEntries: number;
}

/** Files to hold back beside those that are, with the level of the name that is. */
export function findAliases(search: AliasSearch): ReadonlyMap<string, 0 | 1> {
  const aliased = aliasedFiles(search);
  const found = new Map<string, 0 | 1>();
  if (aliased.size === 0) return found;
  for (const path of openFiles(search)) {
    if (search.held.has(path)) continue;
    const stat = statOf(path);
    if (stat === null || stat.nlink < 2) continue;
    const level = aliased.get(`${stat.dev}:${stat.ino}`);
    if (level !== undefined) found.set(path, level);
  }
  return found;
}

function aliasedFiles(search: AliasSearch): ReadonlyMap<string, 0 | 1> {
  const aliased = new Map<string, 0 | 1>();
  const see = (path: string, level: 0 | 1) => {
    const stat = statOf(path);
    if (stat === null) return;
    if (stat.isDirectory()) {
      for (const file of filesBelow(search.directories, path, search.maxEntries)) see(file, level);
    } else if (stat.isFile() && stat.nlink > 1) {
      const key = `${stat.dev}:${stat.ino}`;
      aliased.set(key, Math.min(level, aliased.get(key) ?? 1) as 0 | 1);
    }
  };
  for (const [path, level] of search.held) see(path, level);
  return aliased;
}

// Files that are readable and not writable matter for those that are closed; their trees are walked only when there is an alias
// at all.
function openFiles(search: AliasSearch): readonly string[] {
  const files = search.writable.flatMap(({ path, files }) =>
    files.map((name) => below(path, name)),
  );
  for (const [path, { kind }] of search.mounts) {
    if (kind !== "read") continue;
    if (statOf(path)?.isDirectory() === true) {
      for (const file of filesBelow(search.directories, path, search.maxEntries)) files.push(file);
    } else files.push(path);
  }
  return files.filter((path) => !isClosed(search.held, path));
}

function isClosed(held: AliasSearch["held"], path: string): boolean {
  for (const [other, level] of held) if (level === 0 && isWithin(path, other)) return true;
  return false;
}

function filesBelow(
  directories: DirectoryCache,
  root: string,
  maxEntries: number,
): readonly string[] {
  const files: string[] = [];
  const queue = [root];
  for (
    let next = queue.pop();
    next !== undefined && files.length < maxEntries;
    next = queue.pop()
  ) {
    const listing = directories.list(next);
    if (listing === null) continue;
    for (const name of listing.files) files.push(below(next, name));
    for (const name of listing.directories) {
      // Objects are written once and shared between clones by hard links on purpose.
      if (name === "objects" && listing.directories.includes("refs")) continue;
      queue.push(below(next, name));
    }
  }
  return files;
}
