/**
 * A copy of a workspace lies elsewhere, so a rule that denies a file by its whole path does not reach the copy of that file, and
 * another hard link of a denied file is a file of its own there. What rules denied to be read before and would not deny in the
 * copy is taken out of it.
 */
import { lstat, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import type { PolicyLayer } from "@toolplane/contract";
import { deniedPaths } from "@toolplane/kernel";

export interface CopyPlaces {
  readonly from: string;
  readonly folder: string;
}

/** The files that were taken out, relative to both. */
export async function leaveOutDenied(
  { from, folder }: CopyPlaces,
  layers: readonly PolicyLayer[],
): Promise<readonly string[]> {
  if (!layers.some(({ rules }) => rules.some(({ action }) => action === "deny"))) return [];
  const names = await filesBelow(folder);
  const before = deniedNames(names, from, layers);
  const inodes = await inodesOf([...before].map((name) => join(from, name)));
  const meant = new Set(before);
  for (const name of names)
    if (inodes.size > 0 && inodes.has(await inodeOf(join(from, name)))) meant.add(name);
  const after = deniedNames([...meant], folder, layers);
  const left = [...meant].filter((name) => !after.has(name)).sort();
  for (const name of left) await rm(join(folder, name), { force: true });
  return left;
}

function deniedNames(
  names: readonly string[],
  root: string,
  layers: readonly PolicyLayer[],
): ReadonlySet<string> {
  const variables = { workspace: [root], "ad-hoc": [], "user-data": [], scratch: [] };
  const paths = names.map((name) => join(root, name));
  return new Set(deniedPaths(paths, { layers, variables }).map(({ path }) => relative(root, path)));
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** Files that have more than one name. */
async function inodesOf(paths: readonly string[]): Promise<ReadonlySet<string | null>> {
  const found = await Promise.all(paths.map(inodeOf));
  return new Set(found.filter((inode) => inode !== null));
}

/** Null for what is not there, and for a file with one name. */
async function inodeOf(path: string): Promise<string | null> {
  const stat = await lstat(path).catch(() => null);
  return stat?.isFile() && stat.nlink > 1 ? `${stat.dev}:${stat.ino}` : null;
}
