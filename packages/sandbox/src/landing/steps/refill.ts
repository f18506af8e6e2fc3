/**
 * Moves the contents of a marked folder into a clean one. Some folders of an upper layer carry a note of the overlay: that they
 * hide the folder below. A copy-on-write layer that is later made of the person's own folder (an image of a container, say) would
 * obey it. The note cannot be taken off without a program for it, so the contents of such a folder move into one that never had
 * any, and that one lands.
 */
import { type BigIntStats, chmodSync, lchownSync, mkdirSync, utimesSync } from "node:fs";
import { below, toFsPath } from "@toolplane/disk/paths";
import { lookAt, move, namesIn, openMode } from "../disk/byte-fs.ts";
import type { Pieces } from "../disk/take-turns.ts";

/** The new folder for a folder's content, and when it was last changed: moving it is no change. */
export interface Refill {
  readonly from: string;
  readonly to: string;
  readonly mtimeMs: number;
}

/** Makes the empty folder; null where it could not be the same person's, and the old one must do. */
export function prepareRefill(from: string, to: string, was: BigIntStats): Refill | null {
  if (lookAt(to) === null) mkdirSync(toFsPath(to), { recursive: true, mode: 0o700 });
  const made = lookAt(to);
  if (made === null) return null;
  if (made.uid !== was.uid || made.gid !== was.gid)
    try {
      lchownSync(toFsPath(to), Number(was.uid), Number(was.gid));
    } catch {
      return null;
    }
  chmodSync(toFsPath(to), 0o700);
  return { from, to, mtimeMs: Number(was.mtimeNs / 1_000n) / 1_000 };
}

/** Moves what is still there; one that another process began is gone on with. `half` is called between two names. */
export function* refill({ from, to, mtimeMs }: Refill, half: () => void): Pieces<void> {
  // It has landed already.
  if (lookAt(to) === null) return;
  yield* moveNames(from, to, half);
  utimesSync(toFsPath(to), mtimeMs / 1_000, mtimeMs / 1_000);
}

/** Takes a refill back: what was moved goes where it came from. */
export function* unfill({ from, to, mtimeMs }: Refill): Pieces<void> {
  if (lookAt(to) === null || lookAt(from) === null) return;
  yield* moveNames(to, from, () => {});
  utimesSync(toFsPath(from), mtimeMs / 1_000, mtimeMs / 1_000);
}

function* moveNames(from: string, to: string, half: () => void): Pieces<void> {
  const close = [openMode(from), openMode(to)];
  try {
    for (const name of namesIn(from)) {
      move(below(from, name), below(to, name));
      half();
      yield;
    }
  } finally {
    for (const one of close) one();
  }
}
