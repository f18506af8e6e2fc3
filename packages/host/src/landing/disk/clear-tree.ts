/**
 * Removes what we kept ourselves, whatever modes a command or the overlay left in it. Each folder is pinned before it is emptied,
 * so that no link is followed, also not one that takes its place meanwhile.
 */
import { chmodSync, closeSync, constants, openSync, rmdirSync, unlinkSync } from "node:fs";
import { below, toFsPath } from "../../paths/byte-path.ts";
import { errorCode, lookAt, modeOf, namesIn } from "./byte-fs.ts";

const O_PATH = 0o10000000;
const FLAGS = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** What is gone already is fine. */
export function clearTree(path: string): void {
  const stat = lookAt(path);
  if (stat === null) return;
  try {
    if (stat.isDirectory()) clearFolder(path, modeOf(stat));
    else unlinkSync(toFsPath(path));
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

function clearFolder(path: string, mode: number): void {
  const fd = openSync(toFsPath(path), FLAGS);
  try {
    const pinned = `/proc/self/fd/${fd}`;
    if ((mode & 0o700) !== 0o700) chmodSync(pinned, 0o700);
    for (const name of namesIn(pinned)) clearTree(below(pinned, name));
  } finally {
    closeSync(fd);
  }
  rmdirSync(toFsPath(path));
}
