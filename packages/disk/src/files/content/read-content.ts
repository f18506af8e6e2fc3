/**
 * Bytes of a pinned file. Small ones are read at once, without a trip through the thread pool; the size is taken once, so
 * that a file which grows meanwhile is never read past its bound, and a short one is given as it is.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, read as readAsync, readSync } from "node:fs";
import { promisify } from "node:util";
import { type ByteRange, type FileRead, ToolError } from "@toolplane/contract";
import type { Handle } from "../../paths/handles/open-handle.ts";
import { systemFault } from "../machine/system-fault.ts";

const AT_ONCE_BYTES = 256 * 1024;
const readLater = promisify(readAsync);

/** The file to read, and its name in errors. */
export interface ContentRequest {
  readonly text: string;
  readonly range?: ByteRange | undefined;
  readonly maxBytes: number;
  readonly goOn: () => void;
}

/** Reads a regular file, or a range of it. */
export async function readContent(handle: Handle, request: ContentRequest): Promise<FileRead> {
  const { text, range, maxBytes } = request;
  requireFile(handle, text);
  const fd = openContent(handle, text);
  try {
    const stat = fstatSync(fd);
    if (range === undefined && stat.size > maxBytes)
      throw new ToolError("too_large", `${text} has ${stat.size} bytes: read a range of it`);
    const offset = count(range?.offset ?? 0);
    const length = Math.min(count(range?.length ?? stat.size), Math.max(0, stat.size - offset));
    const window = { offset, length: Math.min(length, maxBytes) };
    const bytes = await readBytes(fd, { ...window, into: range?.into }, request.goOn);
    return { bytes, offset, size: stat.size, modifiedMs: stat.mtimeMs };
  } catch (error) {
    throw systemFault(error, text);
  } finally {
    closeSync(fd);
  }
}

/** SHA-256 of bytes in hex: the digest that `expect` takes, and the address of an image. */
export function contentAddress(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Only regular files have content. */
export function requireFile(handle: Handle, text: string): void {
  if (handle.kind === "file") return;
  const what = { directory: "directory", link: "link", special: "special file", file: "file" };
  throw new ToolError("invalid_input", `${text} is a ${what[handle.kind]}, not a regular file`);
}

function count(value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ToolError("invalid_input", "A range is counted in whole bytes from 0");
}

function openContent(handle: Handle, text: string): number {
  try {
    return handle.content(constants.O_RDONLY);
  } catch (error) {
    throw systemFault(error, text);
  }
}

async function readBytes(
  fd: number,
  range: {
    readonly offset: number;
    readonly length: number;
    readonly into: Uint8Array | undefined;
  },
  goOn: () => void,
): Promise<Uint8Array> {
  const { into } = range;
  const fits = into !== undefined && into.length >= range.length;
  const bytes = fits ? into : Buffer.allocUnsafeSlow(range.length);
  let filled = 0;
  while (filled < range.length) {
    const length = Math.min(range.length - filled, 4 * 1024 * 1024);
    const position = range.offset + filled;
    const count =
      range.length <= AT_ONCE_BYTES
        ? readSync(fd, bytes, filled, length, position)
        : (await readLater(fd, bytes, filled, length, position)).bytesRead;
    goOn();
    if (count === 0) break;
    filled += count;
  }
  return fits ? into.subarray(0, filled) : new Uint8Array(bytes.buffer, 0, filled);
}
