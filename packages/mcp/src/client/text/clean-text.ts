/** Text of a server as models and people may read it: every character that cannot be seen is written out, and it has an end. */
import { escapeHidden } from "@toolplane/readings";

/** Blanks that look like the plain one, and the selector that only asks for a picture. */
const BLANKS = /(?! )\p{Zs}/gu;
const PICTURE_SELECTOR = /(?<=\p{Extended_Pictographic})\ufe0f/gu;

export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(BLANKS, " ")
    .replace(PICTURE_SELECTOR, "")
    .split("\n")
    .map((line) => line.split("\t").map(escapeHidden).join("\t"))
    .join("\n");
}

/** The same on one line, cut at a number of characters. */
export function cleanLine(text: string, maxCharacters: number): string {
  const start = text.slice(0, maxCharacters * 2);
  const line = cleanText(start)
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
