/**
 * Holds git's indexes open for as long as commands run that found them: git replaces its index instead of writing into it, so the old one
 * can still be read. A link would keep it too. But to make a link and to remove it changes the file's change time, by which every
 * other landing tells that somebody else changed it.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync } from "node:fs";
import { below, nameOf, toBytePath, toFsPath } from "../../paths/handles/byte-path.ts";
import type { SeenIndex } from "./read-seen-index.ts";

export interface HeldIndexes {
  /** `folder`: the call's. A root without an index has none held. */
  hold(folder: string, roots: readonly string[]): void;
  of(folder: string): readonly SeenIndex[];
  release(folder: string): void;
}

interface Held {
  readonly fd: number;
  readonly index: SeenIndex;
}

export function createHeldIndexes(): HeldIndexes {
  const calls = new Map<string, readonly Held[]>();
  return {
    hold(folder, roots) {
      const held = roots.flatMap((root, number) => {
        const path = toBytePath(root);
        return indexNames(path).flatMap((at) => holdIndex(path, at, number) ?? []);
      });
      if (held.length > 0) calls.set(folder, held);
    },
    of: (folder) => calls.get(folder)?.map(({ index }) => index) ?? [],
    release(folder) {
      for (const { fd } of calls.get(folder) ?? []) closeSync(fd);
      calls.delete(folder);
    },
  };
}

/** Names of git's index that a root may have, relative to it. */
function indexNames(root: string): readonly string[] {
  const own = nameOf(root) === ".git" || isFile(below(root, "HEAD"));
  return own ? [".git/index", "index"] : [".git/index"];
}

function isFile(path: string): boolean {
  try {
    return lstatSync(toFsPath(path), { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** Never waits, and follows no link in its last name: whatever else is there is no index. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

function holdIndex(path: string, at: string, root: number): Held | null {
  let fd: number;
  try {
    fd = openSync(toFsPath(below(path, at)), FLAGS);
  } catch {
    // Without it a rewritten index is a conflict, which is only less convenient.
    return null;
  }
  const stat = fstatSync(fd, { bigint: true });
  if (stat.isFile()) {
    const index = {
      root,
      at,
      file: `/proc/self/fd/${fd}`,
      ino: String(stat.ino),
      mtimeNs: String(stat.mtimeNs),
    };
    return { fd, index };
  }
  closeSync(fd);
  return null;
}
