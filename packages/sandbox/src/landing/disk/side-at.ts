/**
 * One side of a change, for people to compare: the bytes of a file, the target of a link, or in words what else lies at the path.
 * Bounded: of a larger file only its size is said.
 */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { toFsPath } from "@toolplane/disk/paths";
import { errorCode, formatBytes } from "@toolplane/readings";
import { lookAt, targetOf } from "./byte-fs.ts";

/** `told` is what can be said of something that has no text to show. */
export type FileSide = Uint8Array | { readonly told: string };

/** Null when nothing is there. */
export function sideAt(path: string, maxBytes: number): FileSide | null {
  const stat = lookAt(path);
  if (stat === null) return null;
  if (stat.isSymbolicLink()) return Buffer.from(`link to ${targetOf(path)}\n`, "latin1");
  if (!stat.isFile()) return { told: stat.isDirectory() ? "a folder" : "a special file" };
  if (stat.size > maxBytes) return { told: `too large to show, ${formatBytes(Number(stat.size))}` };
  try {
    return firstBytes(path, Number(stat.size));
  } catch (error) {
    // Its owner closed it. It is moved all the same, so a person who wants it back is not refused for that.
    if (errorCode(error) === "EACCES")
      return { told: `a file of ${formatBytes(Number(stat.size))} that may not be read` };
    throw error;
  }
}

/** Not more, also of a file that grows meanwhile, and of what was put in its place nothing that has to be waited for. */
function firstBytes(path: string, size: number): Uint8Array {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const fd = openSync(toFsPath(path), flags);
  try {
    const bytes = Buffer.alloc(size);
    let count = 0;
    for (let read = -1; read !== 0 && count < size; count += read)
      read = readSync(fd, bytes, count, size - count, null);
    return bytes.subarray(0, count);
  } finally {
    closeSync(fd);
  }
}
