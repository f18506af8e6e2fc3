/** Writes out: a stranger's text as models and people may read it, in which every character that cannot be seen is an escape. */
import { escapeLines } from "../hidden-characters.ts";

/** Blanks that look like the plain one, and the selector that only asks for a picture. */
const BLANKS = /(?! )\p{Zs}/gu;
const PICTURE_SELECTOR = /(?<=\p{Extended_Pictographic})\ufe0f/gu;

export function showHidden(text: string): string {
  return escapeLines(
    text.replace(/\r\n?/g, "\n").replace(BLANKS, " ").replace(PICTURE_SELECTOR, ""),
  );
}

/** The same on one line, cut at a number of characters. */
export function showOnLine(text: string, maxCharacters: number): string {
  const start = text.slice(0, maxCharacters * 2);
  const line = showHidden(start)
    .replace(/[\n\t ]+/g, " ")
    .trim();
  const isCut = line.length > maxCharacters || start.length < text.length;
  return isCut ? `${cutEnd(line, maxCharacters - 1)}…` : line;
}

/** Never between the halves of a surrogate pair. */
export function cutEnd(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
