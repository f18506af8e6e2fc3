/**
 * Removes the sidecars of processes that were killed: whatever the index names and no running process holds. The files are
 * mostly gone with their scratch directory by then; one that was not is removed here, without following a link to it.
 */
import { constants } from "node:fs";
import { lstat, open, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { SidecarRow, Store } from "@toolplane/contract/ports";
import { isBelow } from "@toolplane/readings";

/** Removes them and forgets them. Never rejects: what cannot be removed now is found again by the next host. */
export async function removeLeftSidecars(
  index: Store["sidecars"],
  held: readonly string[],
): Promise<void> {
  const isHeld = ({ path }: SidecarRow) => held.some((scratch) => isBelow(path, scratch));
  try {
    const rows = await index.list();
    const bySession = Map.groupBy(rows, ({ sessionId }) => sessionId);
    for (const [sessionId, own] of bySession) {
      const left = own.filter((row) => !isHeld(row));
      for (const { path } of left) await removeSidecar(path);
      // A session that goes on in another process has some that are in use; they are forgotten when it closes.
      if (left.length === own.length) await index.remove(sessionId);
    }
  } catch {
    // The store has its own way of saying that it is out of reach.
  }
}

async function removeSidecar(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    const handle = await open(
      folder,
      constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
    );
    try {
      const inside =
        process.platform === "linux" ? `/proc/self/fd/${handle.fd}/${basename(path)}` : path;
      if ((await lstat(inside)).isFile()) await unlink(inside);
    } finally {
      await handle.close();
    }
    await rmdir(folder);
    await rmdir(join(folder, ".."));
  } catch {
    // Gone already, or not empty.
  }
}
