/**
 * Opens the user-data directory: private to its owner. One that is too open is closed, because an umask or a copy made it so. One
 * that belongs to another user is refused, because they could change it under us. Where others could write, what lies in it is
 * looked at first: closing the door on something that they left inside would make it ours.
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { describeFault } from "./describe-fault.ts";

/** Makes the directory, or checks the one that is there. Throws a ConfigurationError with what to do. */
export function openUserData(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const stat = statSync(path);
    if (!stat.isDirectory()) throw new ConfigurationError(path, "is not a directory");
    if (isForeign(stat.uid))
      throw new ConfigurationError(
        path,
        "belongs to another user: name another directory with TOOLPLANE_DATA",
      );
    if ((stat.mode & 0o022) !== 0) checkEntries(path, stat.uid);
    if ((stat.mode & 0o077) !== 0) chmodSync(path, 0o700);
  } catch (error) {
    throw describeFault(error, path);
  }
}

function checkEntries(path: string, uid: number): void {
  for (const name of readdirSync(path)) {
    const entry = lstatSync(join(path, name));
    if (entry.uid !== uid || entry.isSymbolicLink())
      throw new ConfigurationError(
        path,
        `others could write in it, and ${name} there is not yours: move the directory away`,
      );
  }
}

/** Root may use any user's files: it could read them anyway. */
export function isForeign(uid: number): boolean {
  const own = process.getuid?.() ?? uid;
  return own !== 0 && uid !== own;
}
