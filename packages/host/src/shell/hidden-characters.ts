/** F3: characters that make a command look like another one. Tab and newline are what they seem. */

/** Code points from and to, each pair a range: controls, soft hyphen, fillers, zero widths, bidi, tags, variation selectors. */
const HIDDEN: readonly (readonly [number, number])[] = [
  [0x01, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0e],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

/** Nothing but what every keyboard has. */
const PLAIN = /^[\t\n -~]*$/;

/** True when a text holds one. */
export function hasHiddenCharacters(text: string): boolean {
  if (PLAIN.test(text)) return false;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (HIDDEN.some(([from, to]) => code >= from && code <= to)) return true;
  }
  return false;
}
