/**
 * Tells whether a string that begins somewhere in a text could still go on: the rest of the text consists of its characters only,
 * and it has not reached its length. Asked for every candidate near the end of a piece of a stream, so the run of each
 * alphabet's characters that ends the text is found once and compared from then on.
 */

/** Named sets of characters; `line` is anything but a line break, `address` what comes before the path of a URL. */
export type Alphabet = "word" | "dotted" | "base64" | "line" | "address";

export interface Shape {
  /** Holds every character that may follow the anchor. */
  readonly alphabet: Alphabet;
  /** More than the longest string of this kind, with one character that it looks ahead to. */
  readonly maxLength: number;
}

export interface TextTails {
  /** True when more text could still change what begins at `start` and goes on at `follows`, after its anchor. */
  mayGrow(at: { readonly start: number; readonly follows: number }, shape: Shape): boolean;
}

const INSIDE: Readonly<Record<Alphabet, (code: number) => boolean>> = {
  word: isWordCharacter,
  dotted: (code) => isWordCharacter(code) || code === 46,
  base64: (code) =>
    isWordCharacter(code) || code === 43 || code === 46 || code === 47 || code === 61,
  line: (code) => code !== 10,
  // Control characters that are no blanks belong to it: the shape of an address takes them too.
  address: (code) =>
    code !== 32 && !(code >= 9 && code <= 13) && !"/?#\"'<>\\".includes(String.fromCharCode(code)),
};

/** The tails of a text to which more may be added; of a final one nothing grows. */
export function createTextTails(
  text: string,
  options: { readonly final: boolean; readonly longest: number },
): TextTails {
  const starts = new Map<Alphabet, number>();
  const startOf = (alphabet: Alphabet): number => {
    const known = starts.get(alphabet);
    if (known !== undefined) return known;
    const inside = INSIDE[alphabet];
    const least = Math.max(0, text.length - options.longest);
    let start = text.length;
    while (start > least && inside(text.charCodeAt(start - 1))) start--;
    starts.set(alphabet, start);
    return start;
  };
  return {
    mayGrow: ({ start, follows }, { alphabet, maxLength }) =>
      !options.final && text.length - start <= maxLength && follows >= startOf(alphabet),
  };
}

/** One for each byte of the alphabet, for text that is not decoded: a byte above 127 is taken for any character. */
export function insideTable(alphabet: Alphabet): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (INSIDE[alphabet](byte) ? 1 : 0));
}

/** Letters, digits, `_` and `-`, as keys and identifiers have them. */
export function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45
  );
}
