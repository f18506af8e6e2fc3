/**
 * The user-data directory: private to its owner. What is too open is closed, because an umask or a copy made it so; what belongs
 * to somebody else is refused, because they could change it under us.
 */
import { chmodSync, mkdirSync, statSync } from "node:fs";
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
    if ((stat.mode & 0o077) !== 0) chmodSync(path, 0o700);
  } catch (error) {
    throw describeFault(error, path);
  }
}

/** Root may use what is anybody's: it could read it anyway. */
export function isForeign(uid: number): boolean {
  const own = process.getuid?.() ?? uid;
  return own !== 0 && uid !== own;
}
