/** A text as lines that keep their own endings. Joining them gives the text back, byte for byte. */

/** One line and what ends it; the last line of a file may end with nothing. */
export interface FileLine {
  readonly text: string;
  readonly ending: string;
}

/** Separators of lines: every known ending, or the line feed alone with a CR as part of the line, as diffs see it. */
export type LineBreaks = "any" | "feed";

/** Splits a text. A final line break ends the last line; it does not begin an empty one. */
export function splitLines(text: string, breaks: LineBreaks = "any"): FileLine[] {
  const pattern = breaks === "any" ? /\r\n|\n|\r/g : /\n/g;
  const lines: FileLine[] = [];
  let start = 0;
  for (const found of text.matchAll(pattern)) {
    lines.push({ text: text.slice(start, found.index), ending: found[0] });
    start = found.index + found[0].length;
  }
  if (start < text.length) lines.push({ text: text.slice(start), ending: "" });
  return lines;
}

export function joinLines(lines: readonly FileLine[]): string {
  return lines.map(({ text, ending }) => text + ending).join("");
}
