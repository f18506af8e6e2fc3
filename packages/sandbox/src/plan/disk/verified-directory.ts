/**
 * A directory by its descriptor, checked to be what its path says. Names below it are then used through the descriptor, so
 * that a process that is still running cannot swap a parent for a link and lead us out of the workspace.
 */
import { closeSync, constants, openSync, readlinkSync } from "node:fs";
import { toFsPath } from "@toolplane/disk/paths";

/** Calls `use` with a path prefix that stays in this directory; null when the directory is not there, or not there any more. */
export function inVerifiedDirectory<T>(path: string, use: (prefix: string) => T): T | null {
  let descriptor: number;
  try {
    descriptor = openSync(
      toFsPath(path),
      constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
    );
  } catch {
    return null;
  }
  try {
    const prefix = `/proc/self/fd/${descriptor}`;
    if (readlinkSync(prefix, "latin1") !== path) return null;
    return use(`${prefix}/`);
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}
