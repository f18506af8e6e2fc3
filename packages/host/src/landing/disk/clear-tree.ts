/**
 * Removes what we kept ourselves, whatever modes a command or the overlay left in it. Each folder is pinned before it is emptied,
 * so that no link is followed, also not one that takes its place meanwhile.
 */
import {
  chmodSync,
  closeSync,
  constants,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { below, parentOf, toFsPath } from "../../paths/byte-path.ts";
import { errorCode, lookAt, modeOf, namesIn } from "./byte-fs.ts";

const O_PATH = 0o10000000;
const FLAGS = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Folders deeper than this are brought up first: a command can nest more of them than names, descriptors or a stack hold. */
const MOST_DEPTH = 64;

interface Clearing {
  readonly depth: number;
  /** Takes a folder that lies too deep; it is cleared afterwards. */
  readonly bringUp: (path: string) => void;
}

/** What is gone already is fine. */
export function clearTree(path: string): void {
  const top = parentOf(path);
  const later: string[] = [];
  let count = 0;
  const bringUp = (deep: string) => {
    count += 1;
    const name = below(top, `.${nameOf(path)}-${process.pid}-${count}`);
    renameSync(toFsPath(deep), toFsPath(name));
    later.push(name);
  };
  clear(path, { depth: 0, bringUp });
  for (let next = later.pop(); next !== undefined; next = later.pop())
    clear(next, { depth: 0, bringUp });
}

function clear(path: string, clearing: Clearing): void {
  const stat = lookAt(path);
  if (stat === null) return;
  try {
    if (stat.isDirectory()) clearFolder(path, modeOf(stat), clearing);
    else unlinkSync(toFsPath(path));
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

function clearFolder(path: string, mode: number, { depth, bringUp }: Clearing): void {
  const fd = openSync(toFsPath(path), FLAGS);
  try {
    const pinned = `/proc/self/fd/${fd}`;
    if ((mode & 0o700) !== 0o700) chmodSync(pinned, 0o700);
    if (depth >= MOST_DEPTH) {
      bringUp(path);
      return;
    }
    for (const name of namesIn(pinned)) clear(below(pinned, name), { depth: depth + 1, bringUp });
  } finally {
    closeSync(fd);
  }
  rmdirSync(toFsPath(path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
