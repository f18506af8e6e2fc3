import { realpathSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

/** Follows a path with its links; goes by its names alone where nothing is there. */
export function followPath(path: string, from: string): string {
  // Not normalized before: `link/../x` lies beside what the link leads to.
  const whole = isAbsolute(path) ? path : `${from}/${path}`;
  try {
    return realpathSync.native(whole);
  } catch {
    return resolve(whole);
  }
}
