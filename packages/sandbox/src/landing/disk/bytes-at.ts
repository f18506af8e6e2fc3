/** Counts the bytes of a file or of everything in a folder. No link is followed. A file that goes meanwhile counts as empty. */
import { below, isMissing } from "@toolplane/disk/paths";
import { canLookInto, lookAt, namesIn } from "./byte-fs.ts";
import type { Pieces } from "./take-turns.ts";

export function* bytesAt(path: string): Pieces<number> {
  yield;
  const stat = lookAt(path);
  if (stat === null) return 0;
  if (!stat.isDirectory()) return stat.isFile() ? Number(stat.size) : 0;
  if (!canLookInto(path)) return 0;
  let sum = 0;
  for (const name of namesStill(path)) sum += yield* bytesAt(below(path, name));
  return sum;
}

function namesStill(folder: string): readonly string[] {
  try {
    return namesIn(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
