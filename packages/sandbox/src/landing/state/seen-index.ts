/**
 * Git's index as a command found it: whether it says the same as the one that stands there now tells a refreshed cache from a change.
 * While the command runs the file is held open, so `file` holds in this process only; a set that waits gets a copy.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { below, toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { UpperChange } from "../upper/upper-change.ts";

export interface SeenIndex {
  readonly root: number;
  /** A byte path in the root. */
  readonly at: string;
  /** A byte path by which what it held can be read. */
  readonly file: string;
  /** Of the file that stood there; sets that waited before this was kept have neither. */
  readonly ino?: string;
  readonly mtimeNs?: string;
}

const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/** Null where it is too large, or where somebody wrote into the very file, so that what the command found is gone. */
export function readSeen({
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

/** What can be written down of them: another process may land the set, and needs those that the set changes. */
export function lastingIndexes(
  folder: string,
  indexes: readonly SeenIndex[],
  changes: readonly UpperChange[],
): readonly SeenIndex[] {
  const isChanged = ({ root, at }: SeenIndex) =>
    changes.some((change) => change.root === root && change.at === at);
  return indexes.flatMap((index, number) =>
    isWithin(index.file, folder) ? [index] : isChanged(index) ? copyOf(index, number) : [],
  );

  function copyOf(index: SeenIndex, number: number): readonly SeenIndex[] {
    const file = below(folder, `${index.root}/index${number}`);
    try {
      const held = readSeen(index);
      if (held === null) return [];
      writeFileSync(toFsPath(file), held, { mode: 0o600 });
      return [{ ...index, file }];
    } catch {
      // Without it a rewritten index is a conflict, which is only less convenient.
      return [];
    }
  }
}
