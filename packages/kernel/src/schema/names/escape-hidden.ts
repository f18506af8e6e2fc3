// Controls, format and private characters, separators, odd spaces, fillers, variation selectors: what
// a reader cannot see, or what would reorder the line it stands in.
const HIDDEN =
  /\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs}|[\u115f\u1160\u3164\uffa0]|\p{Variation_Selector}/gu;

/** A text from outside, with everything invisible in it written as an escape. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = code.toString(16);
    return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
  });
}
