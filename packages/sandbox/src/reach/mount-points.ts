/**
 * Empty directories put where a held-back name is missing, for as long as commands run that need them. Each is written
 * down before it is made, in a file of this process; the next sandbox that opens reads the files of processes that are
 * gone and removes what is still empty and untouched. Made and removed through the parent's descriptor, so that a
 * process that swaps a directory for a link cannot lead us elsewhere.
 */
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { nameOf, parentOf, toFsPath } from "@toolplane/disk/paths";
import { statOf } from "../plan/disk/directory-cache.ts";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";

export interface MountPointOptions {
  readonly file: string;
  readonly now: () => number;
}

export interface MountPoints {
  /** Makes those that are missing; gives back those that are there now and ours. */
  take(paths: readonly string[]): readonly string[];
  /** True for one that was made here and is still there, and for any empty directory: another host's goes when it wants. */
  has(path: string): boolean;
  /** Lets go of them; those that no command has any more are removed. */
  release(paths: readonly string[]): void;
  close(): void;
}

interface Line {
  readonly path: string;
  readonly atMs: number;
}

const TOLERANCE_MS = 10_000;

/** Opens the registry that is written to this file. */
export function openMountPoints(options: MountPointOptions): MountPoints {
  const { file, now } = options;
  const points = new Map<string, Point>();
  // A point that another process filled, replaced or removed is that process's, and is no mount point any more.
  const isOurs = (path: string) => {
    const point = points.get(path);
    if (point === undefined || isUntouched(path, point)) return point !== undefined;
    points.delete(path);
    return false;
  };
  const has = (path: string) => isOurs(path) || isEmptyDirectory(path);
  const sweep = () => {
    for (const [path, point] of points) {
      if (point.uses > 0) continue;
      // One that cannot be removed now is tried again when the next command lets go.
      if (remove(path) || !isUntouched(path, point)) points.delete(path);
    }
    if (points.size === 0) rmSync(file, { force: true });
  };
  return {
    has,
    take: (paths) =>
      paths.filter((path) => {
        if (!isOurs(path)) {
          const changed = make({ file, path, atMs: now() });
          // Another process's directory serves as well, and is for that process to remove.
          if (changed === null) return isEmptyDirectory(path);
          points.set(path, { uses: 0, ...changed });
        }
        (points.get(path) as Point).uses += 1;
        return true;
      }),
    release: (paths) => {
      for (const path of paths) {
        const point = points.get(path);
        if (point !== undefined && point.uses > 0) point.uses -= 1;
      }
      sweep();
    },
    close: () => {
      for (const point of points.values()) point.uses = 0;
      sweep();
    },
  };
}

interface Point {
  uses: number;
  readonly inode: number;
  readonly changed: number;
}

function isUntouched(path: string, { inode, changed }: Point): boolean {
  const stat = statOf(path);
  return stat?.isDirectory() === true && stat.ino === inode && stat.ctimeMs === changed;
}

function isEmptyDirectory(path: string): boolean {
  if (statOf(path)?.isDirectory() !== true) return false;
  try {
    return readdirSync(toFsPath(path)).length === 0;
  } catch {
    return false;
  }
}

/** Removes what the file of a process that is gone says it made, where it is still empty and untouched. */
export function removeAbandoned(file: string): void {
  for (const line of readLines(file)) if (isAsMade(line)) remove(line.path);
}

function make({
  file,
  path,
  atMs,
}: Line & { readonly file: string }): Pick<Point, "inode" | "changed"> | null {
  const isMade = inParent(path, (target) => {
    appendFileSync(file, `${JSON.stringify({ path, atMs } satisfies Line)}\n`, { mode: 0o600 });
    mkdirSync(target, { mode: 0o755 });
  });
  const stat = isMade ? statOf(path) : null;
  return stat === null ? null : { inode: stat.ino, changed: stat.ctimeMs };
}

function remove(path: string): boolean {
  return inParent(path, (target) => rmdirSync(target));
}

function inParent(path: string, act: (target: string | Buffer) => void): boolean {
  const done = inVerifiedDirectory(parentOf(path), (prefix) => {
    act(toFsPath(`${prefix}${nameOf(path)}`));
    return true;
  });
  return done ?? false;
}

function readLines(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text) => {
      try {
        const line = JSON.parse(text) as Line;
        return typeof line.path === "string" && typeof line.atMs === "number" ? [line] : [];
      } catch {
        return [];
      }
    });
}

// A directory that another process made, or used since, has another change time. `rmdir` refuses one that is not empty.
function isAsMade({ path, atMs }: Line): boolean {
  try {
    const stat = lstatSync(toFsPath(path));
    return stat.isDirectory() && Math.abs(stat.ctimeMs - atMs) < TOLERANCE_MS;
  } catch {
    return false;
  }
}
