/**
 * Private keys in PEM form. They have many lines, so they are not a token but a block: from the BEGIN line to its END line,
 * at most {@link MAX_KEY_BLOCK} characters later. A block whose end never comes (cut output) is masked as far as it goes on
 * like a key. Either way there must be key material in it: source code that only names the two lines keeps its text.
 */
import type { Match } from "./match.ts";

export const PRIVATE_KEY_ANCHOR = "-----BEGIN ";
/** The largest keys in use, 16,384 bits, have some 13,000 characters. */
export const MAX_KEY_BLOCK = 16_384;

const HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const MAX_HEADER = 80;
const HEADER_SO_FAR = /-----BEGIN [A-Z0-9 -]{0,70}$/y;
const FOOTER = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_MATERIAL = /[A-Za-z0-9+/]{40}/;
/** With the longest header still inside the block. */
const LIKE_A_KEY = /[A-Za-z0-9+/=\s\\]{0,16300}/y;

type Reader = (start: number) => Match | "undecided" | null;

/** A reader for one text, asked in order of `start`: the footers are found once and walked along with it. */
export function createKeyBlockReader(text: string, final: boolean): Reader {
  let footers: readonly number[] | null = null;
  let next = 0;
  return (start) => {
    const header = matchAt(HEADER, text, start);
    if (header === null) {
      const open = !final && text.length - start < MAX_HEADER;
      return open && matchAt(HEADER_SO_FAR, text, start) !== null ? "undecided" : null;
    }
    footers ??= Array.from(text.matchAll(FOOTER), (found) => found.index + found[0].length);
    const from = start + header.length;
    while (next < footers.length && (footers[next] as number) <= from) next++;
    const end = footers[next] ?? Infinity;
    const reach = start + MAX_KEY_BLOCK;
    if (end > reach && !final && text.length < reach) return "undecided";
    return block(text, start, {
      from,
      end: end <= reach && !opensAgain(text, from, end) ? end : endOfMaterial(text, from),
    });
  };
}

/** The footer belongs to the last header before it. */
function opensAgain(text: string, from: number, end: number): boolean {
  const again = text.indexOf(PRIVATE_KEY_ANCHOR, from);
  return again >= 0 && again < end;
}

function endOfMaterial(text: string, from: number): number {
  return from + (matchAt(LIKE_A_KEY, text, from) ?? "").trimEnd().length;
}

function block(
  text: string,
  start: number,
  { from, end }: { readonly from: number; readonly end: number },
): Match | null {
  if (!KEY_MATERIAL.test(text.slice(from, end))) return null;
  return { anchor: start, start, end, label: "private-key", rank: 2 };
}

function matchAt(pattern: RegExp, text: string, start: number): string | null {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0] ?? null;
}
