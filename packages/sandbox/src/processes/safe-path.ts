/**
 * The folders where the host looks for its own programs (bash, bubblewrap, mount): the person's PATH without every place that a
 * tool can write to. `node_modules/.bin` of the workspace is on it more often than not, and the programs there are the project's.
 */
import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";
import type { Places } from "@toolplane/disk/paths";
import { canRun } from "@toolplane/disk/paths";

const SYSTEM_PLACES = ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin"];

/** The folders, the system's first. */
export function safePath(path: string, places: Places): readonly string[] {
  return foldersOutside(path, [
    ...places.roots,
    ...places.adHoc(),
    places.scratch,
    places.userData,
  ]);
}

/** The same for a caller without a host: without what lies in these folders, named by their real paths. */
export function foldersOutside(path: string, open: readonly string[]): readonly string[] {
  const given = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set([...SYSTEM_PLACES, ...given])].filter((folder) => {
    const real = realOf(folder);
    return real !== null && !open.some((root) => real === root || real.startsWith(root + sep));
  });
}

/** The program's path, or its bare name when it is nowhere: starting that fails and says so. */
export function findProgram(name: string, folders: readonly string[]): string {
  const found = folders.map((folder) => join(folder, name)).find(canRun);
  return found ?? name;
}

function realOf(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}
