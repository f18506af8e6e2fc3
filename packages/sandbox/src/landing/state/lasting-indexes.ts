/** Picks the indexes that can be written down: another process may land the set, and needs those that the set changes. */
import { writeFileSync } from "node:fs";
import { readSeenIndex, type SeenIndex } from "@toolplane/disk/git";
import { below, toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { UpperChange } from "../upper/upper-change.ts";

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
      const held = readSeenIndex(index);
      if (held === null) return [];
      writeFileSync(toFsPath(file), held, { mode: 0o600 });
      return [{ ...index, file }];
    } catch {
      // Without it a rewritten index is a conflict, which is only less convenient.
      return [];
    }
  }
}
