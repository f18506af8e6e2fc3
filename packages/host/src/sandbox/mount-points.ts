/**
 * Empty directories put where a held-back name is missing, for as long as commands run that need them. Each is written
 * down before it is made, in a file of this process; the next sandbox that opens reads the files of processes that are
 * gone and removes what is still empty and untouched. Made and removed through the parent's descriptor, so that a
 * process that swaps a directory for a link cannot lead us elsewhere.
 */
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { nameOf, parentOf, toFsPath } from "./plan/byte-path.ts";

/** How the registry is kept. */
export interface MountPointOptions {
  readonly file: string;
  readonly now: () => number;
  /** How long they stay after the last command. The kernel takes 10 ms to remove one whose namespace is just ending. */
  readonly lingerMs: number;
}

/** Mount points in use. */
export interface MountPoints {
  /** Makes those that are missing; gives back those that are there now and ours. */
  take(paths: readonly string[]): readonly string[];
  /** True for one that was made here and is still there. */
  has(path: string): boolean;
  /** Lets go of them; they are removed when nobody has taken them again for a moment. */
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
  const { file, now, lingerMs } = options;
  const uses = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const sweep = () => {
    timer = undefined;
    for (const [path, used] of uses) {
      if (used > 0) continue;
      uses.delete(path);
      remove(path);
    }
    if (uses.size === 0) rmSync(file, { force: true });
  };
  return {
    take: (paths) =>
      paths.filter((path) => {
        const used = uses.get(path);
        if (used === undefined && !make({ file, path, atMs: now() })) return false;
        uses.set(path, (used ?? 0) + 1);
        return true;
      }),
    has: (path) => uses.has(path),
    release: (paths) => {
      for (const path of paths) {
        const used = uses.get(path);
        if (used !== undefined && used > 0) uses.set(path, used - 1);
      }
      if (lingerMs === 0) sweep();
      else timer ??= setTimeout(sweep, lingerMs).unref();
    },
    close: () => {
      clearTimeout(timer);
      for (const path of uses.keys()) uses.set(path, 0);
      sweep();
    },
  };
}

/** Removes what the file of a process that is gone says it made, where it is still empty and untouched. */
export function removeAbandoned(file: string): void {
  for (const line of readLines(file)) if (isUntouched(line)) remove(line.path);
}

function make({ file, path, atMs }: Line & { readonly file: string }): boolean {
  return inParent(path, (target) => {
    appendFileSync(file, `${JSON.stringify({ path, atMs } satisfies Line)}\n`, { mode: 0o600 });
    mkdirSync(target, { mode: 0o755 });
  });
}

function remove(path: string): void {
  inParent(path, (target) => rmdirSync(target));
}

/** Runs an action on a name in its verified directory; false when the directory is not what its path says, or it failed. */
function inParent(path: string, act: (target: string | Buffer) => void): boolean {
  const parent = parentOf(path);
  let descriptor: number;
  try {
    descriptor = openSync(
      toFsPath(parent),
      constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
    );
  } catch {
    return false;
  }
  try {
    const place = `/proc/self/fd/${descriptor}`;
    if (readlinkSync(place, "latin1") !== parent) return false;
    act(toFsPath(`${place}/${nameOf(path)}`));
    return true;
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
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

// A directory that somebody else made, or used since, has another change time. `rmdir` refuses one that is not empty.
function isUntouched({ path, atMs }: Line): boolean {
  try {
    const stat = lstatSync(toFsPath(path));
    return stat.isDirectory() && Math.abs(stat.ctimeMs - atMs) < TOLERANCE_MS;
  } catch {
    return false;
  }
}
