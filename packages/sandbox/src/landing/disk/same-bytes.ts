/** True when two files hold the same; read piece by piece, for they may be of gigabytes, and never through a link. */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { toFsPath } from "@toolplane/disk/paths";
import type { Pieces } from "./take-turns.ts";

const PIECE = 256 * 1024;

export function* sameBytes(one: string, other: string): Pieces<boolean> {
  const fds: number[] = [];
  try {
    for (const path of [one, other])
      fds.push(openSync(toFsPath(path), constants.O_RDONLY | constants.O_NOFOLLOW));
    const first = Buffer.alloc(PIECE);
    const second = Buffer.alloc(PIECE);
    for (;;) {
      const a = readPiece(fds[0] as number, first);
      const b = readPiece(fds[1] as number, second);
      if (a !== b || first.compare(second, 0, b, 0, a) !== 0) return false;
      if (a === 0) return true;
      yield;
    }
  } catch {
    return false;
  } finally {
    for (const fd of fds) closeSync(fd);
  }
}

function readPiece(fd: number, into: Buffer): number {
  let count = 0;
  for (let read = -1; read !== 0 && count < into.length; count += read)
    read = readSync(fd, into, count, into.length - count, null);
  return count;
}
