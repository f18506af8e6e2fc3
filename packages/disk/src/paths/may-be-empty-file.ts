import { lstatSync } from "node:fs";

/** False for a file that surely holds something; what cannot be looked at may be empty. */
export function mayBeEmptyFile(path: string): boolean {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found === undefined || !found.isFile() || found.size === 0;
  } catch {
    return true;
  }
}
