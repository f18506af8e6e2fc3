/** Reads all below a directory: enough of each entry to tell whether it is still the same. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Larger files are told apart by size and time. */
const HASHED_BYTES = 1_048_576;

/** Entries by absolute path, each as one text. */
export type FileTree = ReadonlyMap<string, string>;

/** Looks at directories, all the way down; links are not followed. */
export function readTree(...roots: readonly string[]): FileTree {
  const tree = new Map<string, string>();
  for (const root of roots) look(root, tree);
  return tree;
}

function look(path: string, tree: Map<string, string>): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  const mode = (stat.mode & 0o7777).toString(8);
  if (stat.isDirectory()) {
    tree.set(path, `directory ${mode}`);
    for (const name of listNames(path)) look(join(path, name), tree);
  } else if (stat.isSymbolicLink()) tree.set(path, `link ${readLinkText(path)}`);
  else if (stat.isFile() && stat.size <= HASHED_BYTES)
    tree.set(path, `file ${mode} ${stat.size === 0 ? "empty" : digest(path)}`);
  else tree.set(path, `other ${mode} ${stat.size} ${stat.mtimeMs}`);
}

/** Something may go while it is looked at: that is a change like any other. */
function listNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readLinkText(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "gone";
  }
}

function digest(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return "gone";
  }
}

/** Paths under `root` that came, went or changed. */
export function changedUnder(root: string, before: FileTree, after: FileTree): readonly string[] {
  const isInside = (path: string): boolean => path === root || path.startsWith(`${root}/`);
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => isInside(path) && before.get(path) !== after.get(path));
}
