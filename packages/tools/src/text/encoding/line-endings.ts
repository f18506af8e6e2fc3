/**
 * Line endings: LF, CRLF and CR, also side by side in one file. Searching happens in a reading with LF only; a place found
 * there is carried back to the file as it is, so that no ending outside the place ever changes.
 */

export type LineEnding = "\n" | "\r\n" | "\r";

export function toLf(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Replaces the LF endings of a text by another. */
export function withEnding(text: string, ending: LineEnding): string {
  return ending === "\n" ? text : text.replaceAll("\n", ending);
}

/** The first ending that a text uses; LF when it has none. */
export function firstEnding(text: string): LineEnding {
  const [ending] = /\r\n?|\n/.exec(text) ?? [];
  return (ending as LineEnding | undefined) ?? "\n";
}

/** The ending that every line of a text has, LF when none has one; null when they differ. */
export function soleEnding(text: string): LineEnding | null {
  if (!text.includes("\r")) return "\n";
  if (!text.includes("\n")) return "\r";
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? null : "\r\n";
}

/**
 * Finds the ending that lines at a place use: that of its own line, else of the one before, else LF. For ascending
 * places it reads the text once, however many there are.
 */
export function readEndings(text: string): (index: number) => LineEnding {
  const breaks = /\r\n?|\n/g;
  let until = -1;
  let ending: LineEnding = "\n";
  return (index) => {
    if (index <= until) return ending;
    breaks.lastIndex = index;
    const found = breaks.exec(text);
    until = found?.index ?? text.length;
    ending = found === null ? lastEnding(text) : (found[0] as LineEnding);
    return ending;
  };
}

function lastEnding(text: string): LineEnding {
  const feed = text.lastIndexOf("\n");
  const carriage = text.lastIndexOf("\r");
  if (feed === -1 && carriage === -1) return "\n";
  if (carriage > feed) return "\r";
  return carriage === feed - 1 && carriage !== -1 ? "\r\n" : "\n";
}

/** True when the index is between the two halves of a CRLF. */
export function splitsEnding(text: string, index: number): boolean {
  return text[index] === "\n" && text[index - 1] === "\r";
}

/** Carries ascending indexes of `toLf(text)` back to the text itself, in one pass. */
export function rawIndexes(text: string, indexes: readonly number[]): readonly number[] {
  let removed = 0;
  let pair = text.indexOf("\r\n");
  return indexes.map((index) => {
    while (pair !== -1 && pair - removed < index) {
      removed += 1;
      pair = text.indexOf("\r\n", pair + 2);
    }
    return index + removed;
  });
}
