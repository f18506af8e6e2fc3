/**
 * A look at every file that a process may write: size, times, inode. Bounded in files and in time; past the bound the
 * answer says that it is not complete. Folders that programs fill by the thousand are not looked into file by file: that
 * something changed in them is seen from their directories, and said with one path.
 */
import type { Stats } from "node:fs";
import { below, parentOf } from "@toolplane/disk/paths";
import { statOf } from "../plan/disk/directory-cache.ts";
import type { WritableDirectory } from "../plan/mounts/mount.ts";

/** The facts by which one state of a file differs from another. */
export interface Signature {
  readonly size: number;
  readonly modified: number;
  /** Change time: no program can set it back, as it can the time of modification. */
  readonly changed: number;
  readonly inode: number;
  readonly mode: number;
}

export interface Scan {
  /** By byte path. */
  readonly files: ReadonlyMap<string, Signature>;
  readonly links: ReadonlySet<string>;
  /** Bulky folders and the change times of the directories in them. */
  readonly bulky: ReadonlyMap<string, string>;
  readonly complete: boolean;
  /** Directories whose files were looked at. */
  readonly seen: ReadonlySet<string>;
}

/** Folders whose files come from elsewhere and can be made again. */
const BULKY: ReadonlySet<string> = new Set([
  "node_modules",
  ".git",
  ".venv",
  "venv",
  "target",
  "__pycache__",
  ".next",
  ".cache",
]);

/** The bulky folder that a path lies in, or null. */
export function bulkyFolder(path: string): string | null {
  let from = 1;
  for (let slash = path.indexOf("/", from); ; slash = path.indexOf("/", from)) {
    const end = slash < 0 ? path.length : slash;
    if (BULKY.has(path.slice(from, end))) return path.slice(0, end);
    if (slash < 0) return null;
    from = slash + 1;
  }
}

/** Looks at the files of these directories. */
export function scanWritable(
  directories: readonly WritableDirectory[],
  bounds: { readonly maxFiles: number; readonly untilMs: number; readonly now: () => number },
): Scan {
  const files = new Map<string, Signature>();
  const links = new Set<string>();
  const bulky = new Map<string, string>();
  const seen = new Set<string>();
  const ordinary: WritableDirectory[] = [];
  for (const directory of directories) {
    const folder = bulkyFolder(directory.path);
    if (folder === null) ordinary.push(directory);
    else bulky.set(folder, `${bulky.get(folder) ?? ""} ${directory.changedMs}`);
  }
  for (const directory of ordinary) {
    if (files.size > bounds.maxFiles || bounds.now() > bounds.untilMs) {
      return { files, links, bulky, complete: false, seen };
    }
    seen.add(directory.path);
    for (const name of directory.files) {
      const path = below(directory.path, name);
      const stat = statOf(path);
      if (stat?.isFile() === true) files.set(path, signatureOf(stat));
    }
    for (const name of directory.links) links.add(below(directory.path, name));
  }
  return { files, links, bulky, complete: true, seen };
}

export function signatureOf(stat: Stats): Signature {
  const { size, mtimeMs, ctimeMs, ino, mode } = stat;
  return { size, modified: mtimeMs, changed: ctimeMs, inode: ino, mode: mode & 0o7777 };
}

/** True when nothing about the file changed. */
export function isSame(one: Signature | undefined, other: Signature | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.changed === other.changed && one.size === other.size && one.inode === other.inode;
}

/** Byte paths that differ between two looks, bulky folders as one. What only one of them looked at is not compared. */
export function changedPaths(before: Scan, after: Scan): readonly string[] {
  const changed = new Set<string>();
  for (const [path, signature] of after.files) {
    const was = before.files.get(path);
    if (was === undefined ? looked(before, path) : !isSame(was, signature)) changed.add(path);
  }
  for (const path of before.files.keys()) {
    if (!after.files.has(path) && looked(after, path)) changed.add(path);
  }
  for (const folder of new Set([...before.bulky.keys(), ...after.bulky.keys()])) {
    if (before.bulky.get(folder) !== after.bulky.get(folder)) changed.add(folder);
  }
  return [...changed].sort();
}

/** Files and links that came between two looks. What the first did not look at is not known to be new. */
export function newNames(before: Scan, after: Scan): ReadonlySet<string> {
  const names = [...after.files.keys(), ...after.links];
  return new Set(
    names.filter(
      (path) => !before.files.has(path) && !before.links.has(path) && looked(before, path),
    ),
  );
}

function looked(scan: Scan, path: string): boolean {
  return scan.complete || scan.seen.has(parentOf(path));
}
