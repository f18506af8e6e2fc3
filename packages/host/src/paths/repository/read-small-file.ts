import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const MAX_BYTES = 256 * 1024;

/** The text of a small regular file; null when there is none. No pipe is waited for, and nothing large is read. */
export function readSmallFile(path: string): string | null {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const { size } = fstatSync(fd);
    if (!fstatSync(fd).isFile() || size > MAX_BYTES) return null;
    const bytes = Buffer.alloc(size);
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, size, 0));
  } catch {
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
