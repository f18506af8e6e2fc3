/** A folder that was read as if it were a file: the names in it, and a word that it is one. */
import type { FsReadDoor } from "@toolplane/contract";
import { listTree } from "../list/list-tree.ts";

const MAX_NAMES = 1_000;

/** The names, one a line, and what to say beside them. */
export async function readFolder(
  fs: FsReadDoor,
  path: string,
): Promise<{ readonly text: string; readonly note: string }> {
  const { lines, left } = await listTree(fs, { path, depth: 1, limit: MAX_NAMES });
  const count = lines.length + left;
  const what = `${path} is a folder of ${count} ${count === 1 ? "entry" : "entries"}`;
  const note =
    left > 0 ? `[${what}; ${left} are not shown. Use glob to find a file.]` : `[${what}]`;
  return { text: lines.join("\n"), note };
}
