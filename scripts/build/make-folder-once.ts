/**
 * A folder that several processes want at the same time: one makes it, under another name, the others wait and take what it made.
 * A process that has begun to use one marks it, so that no other removes it as an old one.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A test run that began before a change of the sources may still start its own. */
const KEPT_MS = 3_600_000;

/** No folder takes this long to make on any machine; a bound against hanging. */
const WAIT_MS = 600_000;

/**
 * Makes it, unless it is there; says whether it did. Waiting holds up the whole process, so two calls in one process may not
 * overlap.
 */
export async function makeFolderOnce(
  folder: string,
  write: (folder: string) => Promise<unknown>,
): Promise<boolean> {
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  // The system lets go of a database's lock when its process ends, however it ends: no lock outlives a maker that was killed.
  const lock = new DatabaseSync(join(parent, "lock"), { timeout: WAIT_MS });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    if (markUsed(folder)) return false;
    const making = `${folder}.${process.pid}`;
    await write(making);
    renameSync(making, folder);
    removeOld(parent);
    return true;
  } finally {
    lock.close();
  }
}

/** From now on it counts as new. False when it is not there. */
export function markUsed(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const now = new Date();
  utimesSync(folder, now, now);
  return true;
}

function removeOld(parent: string): void {
  const entries = readdirSync(parent, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const path = join(parent, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true });
  }
}
