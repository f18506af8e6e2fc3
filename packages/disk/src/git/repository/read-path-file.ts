import { statSync } from "node:fs";
import { readSmallFile } from "../read-small-file.ts";

/** The system opens no longer path. */
const MAX_PATH_BYTES = 4_096;

/**
 * Reads a file of git's that holds one path, as git does: everything but the ends of lines at its end counts, and a NUL ends it.
 * Null when it is not there, or when no path is as long.
 */
export function readPathFile(file: string): string | null {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0 || size > MAX_PATH_BYTES) return null;
  } catch {
    return null;
  }
  const text = readSmallFile(file);
  return text === null ? null : (text.replace(/[\r\n]+$/, "").split("\0", 1)[0] ?? null);
}
