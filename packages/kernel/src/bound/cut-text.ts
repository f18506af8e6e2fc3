/**
 * The beginning of a text that fits into a number of UTF-8 bytes. The cut falls on a code point border, and where possible
 * before a whole grapheme, so an accent or half of an emoji is not left behind; halves of a surrogate pair that were in the
 * text already become U+FFFD, because a model's wire format cannot carry them.
 */

/** Graphemes are looked for in this much of the text before the cut; one that is longer is cut through. */
const GRAPHEME_WINDOW = 64;

/** UTF-8 needs at most three bytes for each UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** True when the text has more bytes of UTF-8; counted only when its length leaves a doubt. */
export function exceedsBytes(text: string, maxBytes: number): boolean {
  return text.length * MAX_BYTES_PER_UNIT > maxBytes && Buffer.byteLength(text) > maxBytes;
}

/** The longest beginning of at most `maxBytes` bytes. */
export function cutText(text: string, maxBytes: number): string {
  const room = Math.max(0, Math.min(Math.floor(maxBytes), text.length * MAX_BYTES_PER_UNIT));
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(room));
  if (read >= text.length) return text.toWellFormed();
  return text.slice(0, graphemeBorder(text, read)).toWellFormed();
}

function graphemeBorder(text: string, cut: number): number {
  const start = Math.max(0, cut - GRAPHEME_WINDOW);
  const window = text.slice(start, cut + GRAPHEME_WINDOW);
  let border = cut;
  for (const { index, segment } of new Intl.Segmenter("en").segment(window)) {
    const at = start + index;
    if (at + segment.length <= cut) continue;
    // The first segment of the window may have begun before it, so its start says nothing.
    if (at < cut && index > 0) border = at;
    break;
  }
  return border;
}
