/**
 * Counts lines without looking at each byte: sixteen at a time show whether one of them ends a line, and most do not. A
 * search for each line costs more than the lines of a large file are worth, and a loop over bytes many times as much as
 * this.
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
  // Words begin at multiples of four; what is shorter than the way there has none.
  const start = -byteOffset & 3;
  const isShort = length <= start;
  const lead = { from: 0, to: isShort ? length : start, end, count };
  if (!skipBytes(bytes, lead, skipped) || isShort) return skipped;
  const words = new Int32Array(buffer, byteOffset + start, (length - start) >> 2);
  const { lines, groups } = skipGroups(words, end, count - skipped.lines);
  const from = start + groups * GROUP_BYTES;
  if (lines > 0) {
    skipped.lines += lines;
    skipped.at = bytes.lastIndexOf(end, from - 1) + 1;
  }
  skipBytes(bytes, { from, to: length, end, count }, skipped);
  return skipped;
}

const ONES = 0x01_01_01_01;
const HIGH_BITS = 0x80_80_80_80 | 0;
const LOW_BITS = 0x7f_7f_7f_7f;
const GROUP_WORDS = 4;
const GROUP_BYTES = 16;

/** How many whole groups hold fewer line ends than wanted, and how many ends those are. */
function skipGroups(
  words: Int32Array,
  end: number,
  count: number,
): { readonly lines: number; readonly groups: number } {
  const pattern = Math.imul(end, ONES);
  const wholeGroups = words.length - (words.length % GROUP_WORDS);
  let lines = 0;
  for (let at = 0; at < wholeGroups; at += GROUP_WORDS) {
    const one = (words[at] as number) ^ pattern;
    const two = (words[at + 1] as number) ^ pattern;
    const three = (words[at + 2] as number) ^ pattern;
    const four = (words[at + 3] as number) ^ pattern;
    // Not zero when a byte of them is zero: only there does taking one away borrow from a high bit that was not set.
    const borrowed =
      ((one - ONES) & ~one) |
      ((two - ONES) & ~two) |
      ((three - ONES) & ~three) |
      ((four - ONES) & ~four);
    if ((borrowed & HIGH_BITS) === 0) continue;
    const ends = countZeros(one) + countZeros(two) + countZeros(three) + countZeros(four);
    if (lines + ends >= count) return { lines, groups: at / GROUP_WORDS };
    lines += ends;
  }
  return { lines, groups: wholeGroups / GROUP_WORDS };
}

/** How many of the four bytes are zero: adding up carries into the high bit of each that is not, and of no other byte. */
function countZeros(bits: number): number {
  const zeros = ~(((bits & LOW_BITS) + LOW_BITS) | bits) & HIGH_BITS;
  return Math.imul(zeros >>> 7, ONES) >>> 24;
}

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
