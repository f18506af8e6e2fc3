import { realpathSync } from "node:fs";

/** Where a path really leads; the path itself where nothing is, or where nobody may look. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
