/**
 * Counts the columns that a text takes. Node has no public measure, and a whole library for it is not earned: joiners and
 * variation selectors of strangers are escaped before they come here, so every code point counts by itself, and what is left are the
 * wide scripts, emoji, and marks that take no room. A picture of several signs counts as all of them: terminals differ, and what
 * takes less room than was thought breaks no line. Colours are not counted.
 */
import { stripVTControlCharacters } from "node:util";

const PLAIN = /^[ -~]*$/;
/** Joiners reach a screen inside of a picture only. */
const NO_ROOM = /^[\p{M}\u200d]$/u;
const WIDE =
  /^[\p{Emoji_Presentation}\u{1100}-\u{115F}\u{2E80}-\u{303E}\u{3041}-\u{33FF}\u{3400}-\u{4DBF}\u{4E00}-\u{9FFF}\u{A000}-\u{A4CF}\u{A960}-\u{A97F}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE10}-\u{FE19}\u{FE30}-\u{FE6F}\u{FF01}-\u{FF60}\u{FFE0}-\u{FFE6}\u{17000}-\u{18AFF}\u{1B000}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]$/u;

export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of stripVTControlCharacters(text)) width += characterWidth(character);
  return width;
}

/** The width of one code point. */
export function characterWidth(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (NO_ROOM.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Filled with blanks on the right up to a width; longer text stays as it is. */
export function padRight(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** Filled with blanks on the left. */
export function padLeft(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - textWidth(text))) + text;
}
