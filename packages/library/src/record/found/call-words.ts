/**
 * The words by which a text is found. A word is found by how it begins, so a path gives its whole, and what follows each of its
 * signs: `src/invoice/total.ts` is found by `src/inv`, `invoice`, `total.ts` and `ts`. A text that is searched for is split in the same way.
 */
import { foldText, stripHidden } from "@toolplane/readings";

const MAX_WORD = 100;
/** Parts of one word. */
const MAX_PARTS = 8;
/** Nothing to strip and little to fold, as most texts are. */
const PLAIN = /^[ -~]*$/;
const PLAIN_SIGN = /[^a-z0-9]/g;
const BLANKS = /[\s"'`;|&()<>=,]+/;
const SIGN = /[^\p{L}\p{N}\p{M}]/gu;

/** Words as they are looked for. */
export function searchWords(text: string): readonly string[] {
  const folded = PLAIN.test(text) ? text.toLowerCase() : foldText(stripHidden(text).text);
  return folded
    .split(BLANKS)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, MAX_WORD));
}

/** Words as they are kept: each with its parts, as many in all as `most`. */
export function keptWords(text: string, most: number): readonly string[] {
  const words = new Set<string>();
  for (const word of searchWords(text)) {
    for (const part of [word, ...partsOf(word)]) {
      if (words.size >= most) return [...words];
      words.add(part);
    }
  }
  return [...words];
}

function partsOf(word: string): readonly string[] {
  const parts: string[] = [];
  for (const sign of word.matchAll(PLAIN.test(word) ? PLAIN_SIGN : SIGN)) {
    const part = word.slice(sign.index + sign[0].length);
    if (part !== "") parts.push(part);
    if (parts.length === MAX_PARTS) break;
  }
  return parts;
}
