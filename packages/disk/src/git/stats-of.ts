import { type Stats, statSync } from "node:fs";

/** Looks at a path; undefined where nothing is there, and where it may not be looked at. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
