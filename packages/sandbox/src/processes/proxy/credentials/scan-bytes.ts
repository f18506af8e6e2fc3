/**
 * Looks for texts in bytes that flow by, also where one begins in a piece and ends in the next. So much is held back that no part of a
 * found text has left before it is known to be one.
 */
import { Transform, type TransformCallback } from "node:stream";

/** Replaces a found text with bytes of the same length, or throws. */
export type OnFound = (found: Buffer) => Buffer;

export function scanBytes(texts: readonly string[], onFound: OnFound): Transform {
  const wanted = texts.map((text) => Buffer.from(text, "latin1"));
  const longest = Math.max(0, ...wanted.map(({ length }) => length));
  let held: Buffer = Buffer.alloc(0);
  function replaced(bytes: Buffer): Buffer {
    let copy: Buffer | null = null;
    for (const text of wanted)
      for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) {
        copy ??= Buffer.from(bytes);
        onFound(text).copy(copy, at);
      }
    return copy ?? bytes;
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      try {
        const all = replaced(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
        const kept = keptFrom(all, wanted, longest);
        held = all.subarray(kept);
        done(null, kept === 0 ? undefined : all.subarray(0, kept));
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done: TransformCallback) {
      done(null, held);
    },
  });
}

/** Where a text may begin at the end of these bytes; their length when none does. */
function keptFrom(bytes: Buffer, wanted: readonly Buffer[], longest: number): number {
  for (let at = Math.max(0, bytes.length - longest + 1); at < bytes.length; at += 1) {
    const tail = bytes.subarray(at);
    if (
      wanted.some((text) => text.length > tail.length && text.subarray(0, tail.length).equals(tail))
    )
      return at;
  }
  return bytes.length;
}
