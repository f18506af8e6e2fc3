import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";

const MAX_BYTES = 256 * 1024;

/** Reads the text of a small regular file; null when there is none. Waits for no pipe, and reads nothing large. */
export function readSmallFile(path: string): string | null {
  let fd: number | undefined;
  try {
    // Mostly it is not there, and an error costs more than all else that is done for a line.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stat = fstatSync(fd);
    const { size } = stat;
    if (!stat.isFile() || size > MAX_BYTES) return null;
    const bytes = Buffer.alloc(size);
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, size, 0));
  } catch {
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
