/**
 * Reads git's index as a command found it: whether it says the same as the one that is there now tells a refreshed cache from a
 * change. While the command runs the file is held open, so `file` holds in this process only; a set that waits gets a copy.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { toFsPath } from "../../paths/handles/byte-path.ts";

export interface SeenIndex {
  readonly root: number;
  /** A byte path in the root. */
  readonly at: string;
  /** A byte path by which what it held can be read. */
  readonly file: string;
  /** Of the file that was there; sets that waited before this was kept have neither. */
  readonly ino?: string;
  readonly mtimeNs?: string;
}

const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/** Null where it is too large, or where somebody wrote into the very file, so that what the command found is gone. */
export function readSeenIndex({
  file,
  ino,
  mtimeNs,
}: Pick<SeenIndex, "file" | "ino" | "mtimeNs">): Buffer | null {
  const fd = openSync(toFsPath(file), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd, { bigint: true });
    if (!stat.isFile() || stat.size > MAX_INDEX_BYTES) return null;
    if (String(stat.ino) === ino && String(stat.mtimeNs) !== mtimeNs) return null;
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}
