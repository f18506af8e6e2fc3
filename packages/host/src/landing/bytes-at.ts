/** How much a file or everything in a folder holds. No link is followed. */
import { below } from "../paths/byte-path.ts";
import { canLookInto, lookAt, namesIn } from "./byte-fs.ts";

export function bytesAt(path: string): number {
  const stat = lookAt(path);
  if (stat === null) return 0;
  if (!stat.isDirectory()) return stat.isFile() ? Number(stat.size) : 0;
  if (!canLookInto(path)) return 0;
  return namesIn(path).reduce((sum, name) => sum + bytesAt(below(path, name)), 0);
}
