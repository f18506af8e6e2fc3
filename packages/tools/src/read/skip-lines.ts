/**
 * Counts lines without looking at each byte: four at a time tell whether one of them ends a line, and most do not. A search for
 * each line costs more than the lines of a large file are worth, and a loop over bytes three times as much as this.
 */
import type { LineLayout } from "./line-layout.ts";

export interface SkippedLines {
  readonly lines: number;
  /** Where the line after the last of them begins. */
  readonly at: number;
}

/** Skips lines that end in these bytes, at most so many. */
export function skipLines(bytes: Uint8Array, layout: LineLayout, count: number): SkippedLines {
  if (layout.width === 2) return skipWideLines(bytes, layout, count);
  const { end } = layout;
  const { buffer, byteOffset, length } = bytes;
  const skipped = { lines: 0, at: 0 };
  const start = -byteOffset & 3;
  if (length <= start) {
    skipBytes(bytes, { from: 0, to: length, end, count }, skipped);
    return skipped;
  }
  const words = new Int32Array(buffer, byteOffset + start, (length - start) >> 2);
  if (!skipBytes(bytes, { from: 0, to: start, end, count }, skipped)) return skipped;
  const pattern = Math.imul(end, ONES);
  for (let word = 0; word < words.length; word += 1) {
    const bits = (words[word] as number) ^ pattern;
    // Not zero when one of the four bytes is zero: only there does taking one away borrow from a high bit that was not set.
    if (((bits - ONES) & ~bits & HIGH_BITS) === 0) continue;
    const from = start + (word << 2);
    if (!skipBytes(bytes, { from, to: from + 4, end, count }, skipped)) return skipped;
  }
  const from = start + (words.length << 2);
  skipBytes(bytes, { from, to: length, end, count }, skipped);
  return skipped;
}

const ONES = 0x01_01_01_01;
const HIGH_BITS = 0x80_80_80_80 | 0;

interface ByteRun {
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly count: number;
}

/** False when that were enough lines. */
function skipBytes(
  bytes: Uint8Array,
  { from, to, end, count }: ByteRun,
  skipped: { lines: number; at: number },
): boolean {
  for (let at = from; at < to; at += 1) {
    if (bytes[at] !== end) continue;
    skipped.lines += 1;
    skipped.at = at + 1;
    if (skipped.lines === count) return false;
  }
  return true;
}

function skipWideLines(bytes: Uint8Array, { low, end }: LineLayout, count: number): SkippedLines {
  let lines = 0;
  let last = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at + low] !== end || bytes[at + 1 - low] !== 0) continue;
    lines += 1;
    last = at + 2;
    if (lines === count) break;
  }
  return { lines, at: last };
}
