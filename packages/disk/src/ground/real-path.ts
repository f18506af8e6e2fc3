import { realpathSync } from "node:fs";

/** Resolves where a path really leads; the path itself where nothing is, or where this process may not look. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
