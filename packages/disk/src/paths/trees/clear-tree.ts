/**
 * Removes what we made or kept ourselves, whatever modes a command or the overlay left in it. Each folder is pinned before it is
 * emptied, so that no link is followed, also not one that takes its place meanwhile: Node's own recursive removal leaves that to
 * the system's C++ library, and older ones go by names.
 */
import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { below, nameOf, parentOf, toFsPath } from "../handles/byte-path.ts";
import { isMissing } from "../handles/open-handle.ts";
import { PIN_FLAGS } from "../handles/pin-flags.ts";

/** Folders deeper than this are brought up first: a command can nest more of them than names, descriptors or a stack hold. */
const MOST_DEPTH = 64;

interface Clearing {
  readonly depth: number;
  /** Takes a folder that lies too deep; it is cleared afterwards. */
  readonly bringUp: (path: string) => void;
}

/** Clears a folder that may be gone already. */
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
  try {
    const stat = lstatSync(toFsPath(path), { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) clearFolder(path, stat.mode, clearing);
    else unlinkSync(toFsPath(path));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function clearFolder(path: string, mode: number, { depth, bringUp }: Clearing): void {
  const fd = openSync(toFsPath(path), PIN_FLAGS.folder);
  try {
    const pinned = `/proc/self/fd/${fd}`;
    if ((mode & 0o700) !== 0o700) chmodSync(pinned, 0o700);
    if (depth >= MOST_DEPTH) {
      bringUp(path);
      return;
    }
    for (const name of readdirSync(pinned, { encoding: "latin1" }))
      clear(below(pinned, name), { depth: depth + 1, bringUp });
  } finally {
    closeSync(fd);
  }
  rmdirSync(toFsPath(path));
}
