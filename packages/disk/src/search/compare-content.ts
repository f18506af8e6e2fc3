/**
 * Compares what the search program said it read with a pinned file: the same bytes at the same place, or the line is not
 * shown. The program opens files by name, and a name can lead elsewhere for a moment; bytes that a pinned, judged file does
 * not hold came from somewhere else.
 */
import { closeSync, constants, fstatSync, readSync } from "node:fs";
import type { Handle } from "../paths/handles/open-handle.ts";

const WINDOW_BYTES = 128 * 1024;
/** A file in UTF-16 is compared as a whole, so it must not be larger. */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;

/** The content of one pinned file, as the program counts it: in UTF-8, after the byte order mark. */
export interface ComparedContent {
  holds(offset: number, bytes: Buffer): boolean;
  close(): void;
}

/** Opens the content; null when it cannot be read. */
export function compareContent(handle: Handle): ComparedContent | null {
  let fd: number;
  try {
    fd = handle.content(constants.O_RDONLY);
  } catch {
    return null;
  }
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  let from = 0;
  let filled = readSync(fd, window, 0, WINDOW_BYTES, 0);
  const decoded = decodeWide(fd, window.subarray(0, filled));
  const mark = window[0] === 0xef && window[1] === 0xbb && window[2] === 0xbf && filled > 2 ? 3 : 0;
  return {
    holds(offset, bytes) {
      if (decoded !== null) return bytes.equals(decoded.subarray(offset, offset + bytes.length));
      const at = offset + mark;
      if (bytes.length > WINDOW_BYTES) return holdsLong(fd, at, bytes);
      if (at < from || at + bytes.length > from + filled) {
        from = at;
        filled = readSync(fd, window, 0, WINDOW_BYTES, from);
      }
      return bytes.equals(window.subarray(at - from, Math.min(at - from + bytes.length, filled)));
    },
    close: () => closeSync(fd),
  };
}

function holdsLong(fd: number, at: number, bytes: Buffer): boolean {
  const found = Buffer.allocUnsafe(bytes.length);
  const count = readSync(fd, found, 0, bytes.length, at);
  return count === bytes.length && found.equals(bytes);
}

function decodeWide(fd: number, head: Buffer): Buffer | null {
  const little = head[0] === 0xff && head[1] === 0xfe;
  const big = head[0] === 0xfe && head[1] === 0xff;
  if (!little && !big) return null;
  const { size } = fstatSync(fd);
  if (size > MAX_DECODED_BYTES) return Buffer.alloc(0);
  const bytes = Buffer.allocUnsafe(size);
  const count = readSync(fd, bytes, 0, size, 0);
  const text = new TextDecoder(little ? "utf-16le" : "utf-16be").decode(bytes.subarray(0, count));
  return Buffer.from(text, "utf8");
}
