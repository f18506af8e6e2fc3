/** Breaks text into lines of a width, at blanks; a word that is longer than a line is broken where the line ends. */
import { characterWidth, textWidth } from "./text-width.ts";

/** The lines, without their indentation. Line feeds stay breaks; an empty text is one empty line. */
export function wrapText(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width)));
}

/** The same, each line after a prefix that counts. */
export function indentText(text: string, prefix: string, width: number): readonly string[] {
  return wrapText(text, width - textWidth(prefix)).map((line) => `${prefix}${line}`.trimEnd());
}

function wrapLine(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    const size = textWidth(word);
    const gap = line === "" ? 0 : 1;
    if (used + gap + size <= width) {
      line += gap === 0 ? word : ` ${word}`;
      used += gap + size;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWord(word, width);
    line = pieces.pop() ?? "";
    used = textWidth(line);
    lines.push(...pieces);
  }
  return [...lines, line];
}

function breakWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const character of word) {
    const size = characterWidth(character);
    if (piece !== "" && used + size > width) {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += character;
    used += size;
  }
  return [...pieces, piece];
}
