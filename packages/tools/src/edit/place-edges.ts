/** The rest of the lines in which a place begins and ends. */

/** The text before the place on its first line. */
export function headOf(text: string, start: number): string {
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
}

/** The text behind the place on its last line. */
export function tailOf(text: string, end: number): string {
  const stop = text.indexOf("\n", end);
  return text.slice(end, stop === -1 ? text.length : stop);
}

/** True when nothing but blanks comes before the place on its first line, and behind it on its last. */
export function coversLines(text: string, start: number, end: number): boolean {
  return isBlank(headOf(text, start)) && (text[end - 1] === "\n" || isBlank(tailOf(text, end)));
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}
