/** Shows a path for people to compare: the bytes of a file, the target of a link, or that it is a folder. Bounded. */
import { closeSync, constants, openSync, readSync } from "node:fs";
import { toFsPath } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { lookAt, targetOf } from "./byte-fs.ts";

const MAX_BYTES = 1024 * 1024;

export function imageAt(path: string): Uint8Array | null {
  const stat = lookAt(path);
  if (stat === null) return null;
  if (stat.isSymbolicLink()) return Buffer.from(`link to ${targetOf(path)}\n`, "latin1");
  if (!stat.isFile()) return Buffer.from(stat.isDirectory() ? "a folder\n" : "a special file\n");
  if (stat.size > MAX_BYTES) return Buffer.from(`a file of ${stat.size} bytes\n`);
  try {
    return firstBytes(path, Number(stat.size));
  } catch (error) {
    // Its owner closed it. It is moved all the same, so a person who wants it back is not refused for that.
    if (errorCode(error) === "EACCES")
      return Buffer.from(`a file of ${stat.size} bytes that may not be read\n`);
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
