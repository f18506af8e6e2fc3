/** Reads the layout of a file's text off its beginning. */
import type { LineLayout } from "./line-layout.ts";

/** A layout and the encoding that goes with it. */
export interface TextLayout extends LineLayout {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
}

/** Reads the mark, and which sign ends lines. */
export function textLayout(head: Uint8Array): TextLayout {
  const [first, second, third] = head;
  if (first === 0xff && second === 0xfe)
    return { encoding: "utf-16le", start: 2, width: 2, low: 0, end: 0x0a };
  if (first === 0xfe && second === 0xff)
    return { encoding: "utf-16be", start: 2, width: 2, low: 1, end: 0x0a };
  const start = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  const end = head.includes(0x0a) || !head.includes(0x0d) ? 0x0a : 0x0d;
  return { encoding: "utf-8", start, width: 1, low: 0, end };
}
