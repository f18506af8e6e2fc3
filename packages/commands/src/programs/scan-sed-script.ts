/**
 * Finds what a sed script runs, reads and writes: `e`, `w`, `W`, `r`, `R`, and the flags `e` and `w` of `s`. Reads the
 * script command by command; null when it does not understand it, which the caller takes for "may run anything".
 */

/** What a script does beside editing. */
export interface SedEffects {
  /** Programs it runs; empty text for the pattern space itself. */
  readonly runs: readonly string[];
  readonly written: readonly string[];
  readonly read: readonly string[];
}

interface Cursor {
  readonly text: string;
  at: number;
}

export function scanSedScript(text: string): SedEffects | null {
  const runs: string[] = [];
  const written: string[] = [];
  const read: string[] = [];
  const cursor: Cursor = { text, at: 0 };
  while (skip(cursor, /[\s;{}]*/y) && cursor.at < text.length) {
    if (text[cursor.at] === "#") {
      skip(cursor, /[^\n]*/y);
      continue;
    }
    if (!skipAddress(cursor)) return null;
    const command = text[cursor.at];
    cursor.at += 1;
    if (command === undefined) return null;
    if (command === "s" || command === "y") {
      const flags = readSubstitution(cursor, command);
      if (flags === null) return null;
      if (flags.letters.includes("e")) runs.push("");
      if (flags.file !== undefined) written.push(flags.file);
    } else if (command === "e") runs.push(restOfLine(cursor));
    else if (command === "w" || command === "W") written.push(restOfLine(cursor));
    else if (command === "r" || command === "R") read.push(restOfLine(cursor));
    else if (/[aic]/.test(command)) skipText(cursor);
    else if (/[btTv:]/.test(command)) skip(cursor, /[^\n;}]*/y);
    else if (/[lLqQ]/.test(command)) skip(cursor, /[ \t]*\d*/y);
    else if (!/[{}=dDgGhHnNpPxzF]/.test(command)) return null;
  }
  return { runs, written, read };
}

function skip(cursor: Cursor, expression: RegExp): true {
  expression.lastIndex = cursor.at;
  const found = expression.exec(cursor.text);
  if (found) cursor.at += found[0].length;
  return true;
}

function skipAddress(cursor: Cursor): boolean {
  for (let part = 0; part < 2; part += 1) {
    const before = cursor.at;
    const character = cursor.text[cursor.at];
    if (character === "/" || character === "\\") {
      if (character === "\\") cursor.at += 1;
      if (!skipDelimited(cursor)) return false;
      skip(cursor, /[IM]*/y);
    } else skip(cursor, /(?:[+~]?\d+(?:~\d+)?|\$)/y);
    if (cursor.at === before && part > 0) return false;
    skip(cursor, /[ \t]*/y);
    if (cursor.text[cursor.at] !== ",") break;
    cursor.at += 1;
    skip(cursor, /[ \t]*/y);
  }
  skip(cursor, /[ \t!]*/y);
  return true;
}

/** From a delimiter past its next unescaped occurrence; sed looks for it inside brackets too. */
function skipDelimited(cursor: Cursor): boolean {
  const delimiter = cursor.text[cursor.at];
  if (delimiter === undefined || delimiter === "\n") return false;
  cursor.at += 1;
  return skipTo(cursor, delimiter);
}

function skipTo(cursor: Cursor, delimiter: string): boolean {
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const character = cursor.text[cursor.at];
    if (character === "\\") cursor.at += 1;
    else if (character === delimiter) {
      cursor.at += 1;
      return true;
    }
  }
  return false;
}

function readSubstitution(
  cursor: Cursor,
  command: string,
): { readonly letters: string; readonly file?: string } | null {
  const delimiter = cursor.text[cursor.at];
  if (delimiter === undefined || !skipDelimited(cursor) || !skipTo(cursor, delimiter)) return null;
  if (command === "y") return { letters: "" };
  const start = cursor.at;
  skip(cursor, /[gpiImMe0-9 \t]*/y);
  const letters = cursor.text.slice(start, cursor.at);
  if (cursor.text[cursor.at] !== "w") return { letters };
  cursor.at += 1;
  return { letters, file: restOfLine(cursor) };
}

function restOfLine(cursor: Cursor): string {
  const start = cursor.at;
  skip(cursor, /[^\n]*/y);
  return cursor.text.slice(start, cursor.at).trim();
}

/** The text of `a`, `i` and `c`: to the end of its line, and of those that a backslash continues. */
function skipText(cursor: Cursor): void {
  skip(cursor, /(?:[^\n\\]|\\[\s\S])*/y);
}
