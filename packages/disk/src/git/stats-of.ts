import { type Stats, statSync } from "node:fs";

/** Nothing where there is none, and where it cannot be looked at. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
