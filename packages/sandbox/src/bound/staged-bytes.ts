/** Counts what the files of a stage take on the disk. */
import type { Stats } from "node:fs";
import { statOf } from "../plan/disk/directory-cache.ts";

const BLOCK_BYTES = 4_096;
/** A hole takes no room, but to bring it over it is read: a file counts as at least this part of its length. */
const READ_SHARE = 1 / 16;

/** Counts the bytes of files; call it again for the next look. */
export type CountStaged = (paths: readonly string[]) => number;

export function createStagedCount(): CountStaged {
  /** Blocks that files had beyond their length at the last look. */
  let beyond: ReadonlyMap<string, number> = new Map();
  return (paths) => {
    const last = beyond;
    const now = new Map<string, number>();
    beyond = now;
    return paths.reduce((sum, path) => {
      const stat = statOf(path);
      if (stat === null) return sum;
      const taken = stat.blocks * 512;
      if (!stat.isFile()) return sum + taken;
      const within = Math.min(taken, lengthOf(stat));
      if (taken > within) now.set(path, taken - within);
      // While a file is written some kernels count a block twice. What was given room beforehand keeps it.
      const kept = Math.min(taken - within, last.get(path) ?? 0);
      return sum + Math.max(within + kept, stat.size * READ_SHARE);
    }, 0);
  };
}

function lengthOf({ size }: Stats): number {
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
}
