/** How much a file or everything in a folder holds. No link is followed. What goes while it is looked at holds nothing. */
import { below } from "../../paths/byte-path.ts";
import { isMissing } from "../../paths/open-handle.ts";
import { canLookInto, lookAt, namesIn } from "./byte-fs.ts";

export function bytesAt(path: string): number {
  const stat = lookAt(path);
  if (stat === null) return 0;
  if (!stat.isDirectory()) return stat.isFile() ? Number(stat.size) : 0;
  if (!canLookInto(path)) return 0;
  return namesStill(path).reduce((sum, name) => sum + bytesAt(below(path, name)), 0);
}

function namesStill(folder: string): readonly string[] {
  try {
    return namesIn(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
