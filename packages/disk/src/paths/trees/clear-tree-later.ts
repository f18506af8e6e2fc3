/**
 * The same as `clearTree` for a caller that does not wait for it: each call of the system is made outside of this thread. To
 * remove what was written a moment ago waits for the disk.
 */
import { chmod, open, readdir, rmdir, unlink } from "node:fs/promises";
import { below, toFsPath } from "../handles/byte-path.ts";
import { isMissing } from "../handles/open-handle.ts";
import { PIN_FLAGS } from "../handles/pin-flags.ts";
import { clearTree } from "./clear-tree.ts";

const AT_ONCE = 16;
/** Deeper folders are rare, and go to `clearTree`, which knows the way and takes this thread. */
const MOST_DEPTH = 32;

/** Clears a folder that may be gone already. */
export async function clearTreeLater(path: string, depth = 0): Promise<void> {
  if (depth >= MOST_DEPTH) return clearTree(path);
  try {
    await clearFolder(path, depth);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function clearFolder(path: string, depth: number): Promise<void> {
  const folder = await open(toFsPath(path), PIN_FLAGS.folder);
  try {
    const pinned = `/proc/self/fd/${folder.fd}`;
    const { mode } = await folder.stat();
    if ((mode & 0o700) !== 0o700) await chmod(pinned, 0o700);
    const entries = await readdir(pinned, { withFileTypes: true, encoding: "latin1" });
    const files = entries.filter((entry) => !entry.isDirectory());
    for (let at = 0; at < files.length; at += AT_ONCE)
      await Promise.all(
        files.slice(at, at + AT_ONCE).map(({ name }) => removeFile(below(pinned, name))),
      );
    // One after the other: each is open while it is emptied, and a process may not hold many.
    for (const entry of entries)
      if (entry.isDirectory()) await clearTreeLater(below(pinned, entry.name), depth + 1);
  } finally {
    await folder.close();
  }
  await rmdir(toFsPath(path));
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(toFsPath(path));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
