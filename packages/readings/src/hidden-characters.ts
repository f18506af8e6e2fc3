/**
 * The characters that cannot be seen, or change how others are seen: controls (ESC too, so no terminal sequence survives), bidi
 * and zero-width characters, blanks that are not the plain space, line separators, fillers, tags, variation selectors,
 * private-use and unassigned characters, halves of a surrogate pair, and combining marks piled up on one letter. Letters of every
 * script stay as they are. All code that shows a text, asks about it or judges it means this one set.
 */

/** Accents of real languages need at most three marks on one letter. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|(?<=\p{M}{3})\p{M}/gu;
/** A sign that this selector turns into its picture, and the digits in a box. */
const PICTURE = /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;
const PLAIN = /^[ -~]*$/;
const PLAIN_TYPED = /^[\t\n -~]*$/;

/** The text with every hidden character written as `\u{…}`. Running it twice changes nothing. */
export function escapeHidden(text: string): string {
  return replaceHidden(text, (hidden) => `\\u{${(hidden.codePointAt(0) as number).toString(16)}}`);
}

/** The same for text of several lines: line feeds and tabs stay what they are, a carriage return before a line feed goes. */
export function escapeLines(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.split("\t").map(escapeHidden).join("\t"))
    .join("\n");
}

/** A picture of one or several signs: what joins them and says that they are pictures is a part of it. */
const JOINED =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*)/u;

/** `escapeLines` for words that are shown to the person who typed them: their pictures are shown as what they are. */
export function escapeTyped(text: string): string {
  if (PLAIN_TYPED.test(text)) return text;
  return text
    .split(JOINED)
    .map((part, at) => (at % 2 === 1 && isPicture(part) ? part : escapeLines(part)))
    .join("");
}

/** Signs that are not assigned yet count as pictures too, and nobody can see those. */
function isPicture(part: string): boolean {
  return !hasHidden(part.replaceAll(/[\u200d\ufe0f]/g, ""));
}

/** The text with every hidden character, one at a time, replaced by what `write` makes of it. */
export function replaceHidden(text: string, write: (hidden: string) => string): string {
  return PLAIN.test(text) ? text : text.replace(HIDDEN, write);
}

/** True when a text holds a hidden character. */
export function hasHidden(text: string): boolean {
  return !PLAIN.test(text) && text.search(HIDDEN) >= 0;
}

/** The same for a text that a person types: tabs, line feeds, and the selector behind a picture are what they seem there. */
export function hasHiddenTyped(text: string): boolean {
  if (PLAIN_TYPED.test(text)) return false;
  return hasHidden(text.replace(/[\t\n]/g, " ").replace(PICTURE, ""));
}
