/**
 * Line endings: LF, CRLF and CR, also side by side in one file. Searching happens in a reading with LF only; a place found
 * there is carried back to the file as it is, so that no ending outside the place ever changes.
 */

export type LineEnding = "\n" | "\r\n" | "\r";

export function toLf(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** The text, whose endings are LF, with another ending. */
export function withEnding(text: string, ending: LineEnding): string {
  return ending === "\n" ? text : text.replaceAll("\n", ending);
}

/** The first ending that a text uses; LF when it has none. */
export function firstEnding(text: string): LineEnding {
  const [ending] = /\r\n?|\n/.exec(text) ?? [];
  return (ending as LineEnding | undefined) ?? "\n";
}

/** The ending that lines at a place use: that of the line it stands in, else of the one before, else LF. */
export function endingAt(text: string, index: number): LineEnding {
  const next = nextBreak(text, index);
  if (next !== null) return next;
  const feed = text.lastIndexOf("\n", index);
  const carriage = text.lastIndexOf("\r", index);
  if (feed === -1 && carriage === -1) return "\n";
  if (carriage > feed) return "\r";
  return carriage === feed - 1 && carriage !== -1 ? "\r\n" : "\n";
}

function nextBreak(text: string, index: number): LineEnding | null {
  const feed = text.indexOf("\n", index);
  const line = feed === -1 ? text.slice(index) : text.slice(index, feed);
  const carriage = line.indexOf("\r");
  if (carriage !== -1 && carriage < line.length - 1) return "\r";
  if (carriage !== -1) return feed === -1 ? "\r" : "\r\n";
  return feed === -1 ? null : "\n";
}

/** True when the index stands between the two halves of a CRLF. */
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
