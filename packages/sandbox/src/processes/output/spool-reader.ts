/** Reads a growing spool from its start, as text with every secret masked, a bounded piece at a time. */
import { closeSync, openSync, readSync } from "node:fs";
import type { Redactor } from "@toolplane/contract/ports";

/** A place in a spool that moves on. */
export interface SpoolReader {
  /** The next piece of masked text, or null when all that was written is read. May be empty while text is held back. */
  next(): string | null;
  /** The text that was held back; nothing can be read afterwards. */
  end(): string;
  close(): void;
}

const FIRST_BYTES = 2 * 1_024;
const PIECE_BYTES = 64 * 1_024;

/** Starts at the beginning. The file must exist. */
export function createSpoolReader(file: string, redactor: Pick<Redactor, "stream">): SpoolReader {
  const descriptor = openSync(file, "r");
  const stream = redactor.stream();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // Most commands print a little: the large piece is made for those that print more.
  let buffer = Buffer.alloc(FIRST_BYTES);
  let position = 0;
  let open = true;
  return {
    next() {
      if (!open) return null;
      const count = readSync(descriptor, buffer, 0, buffer.length, position);
      if (count === 0) return null;
      position += count;
      const text = decoder.decode(buffer.subarray(0, count), { stream: true });
      if (count === FIRST_BYTES) buffer = Buffer.alloc(PIECE_BYTES);
      return stream.push(text);
    },
    end: () => stream.push(decoder.decode()) + stream.end(),
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}
