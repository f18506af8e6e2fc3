/**
 * One file, read once: what is hashed is what is parsed. A name that is no regular file, or is larger than any configuration
 * is, stops the load; a pipe is never waited for. Links are followed: trust is in the content, wherever it lies.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { ConfigurationError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";

/** No configuration is larger; a file beyond this is a mistake or an attack. */
export const MAX_FILE_BYTES = 1_048_576;

export interface BoundedFile {
  readonly path: string;
  /** The file's name in messages. */
  readonly shown: string;
  readonly maxBytes?: number;
  /** Says what is wrong with the file itself, before its content counts; null: nothing. */
  readonly check?: (stats: Stats) => string | null;
}

/** Its bytes; null when there is none. */
export function readBoundedFile(file: BoundedFile): Buffer | null {
  const descriptor = open(file);
  if (descriptor === null) return null;
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new ConfigurationError(file.shown, "must be a regular file");
    const fault = file.check?.(stats);
    if (fault) throw new ConfigurationError(file.shown, fault);
    return readAll(descriptor, file);
  } finally {
    closeSync(descriptor);
  }
}

function open({ path, shown }: BoundedFile): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new ConfigurationError(shown, `cannot be read (${code ?? "unknown error"})`);
  }
}

/** Reads a file bounded by the bytes read, not by the size that the system said: the file may grow meanwhile. */
function readAll(descriptor: number, { shown, maxBytes = MAX_FILE_BYTES }: BoundedFile): Buffer {
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(65_536);
    const count = readSync(descriptor, part, 0, part.length, null);
    if (count === 0) return Buffer.concat(parts, total);
    total += count;
    if (total > maxBytes)
      throw new ConfigurationError(
        shown,
        `is larger than ${maxBytes} bytes, the most there may be`,
      );
    parts.push(part.subarray(0, count));
  }
}
