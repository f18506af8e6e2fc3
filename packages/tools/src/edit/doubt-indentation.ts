/**
 * Finds a reason why the exact text must not be replaced all the same. A line without its indentation is found in the middle of the
 * file's line, behind the indentation that it lacks. What replaces it keeps that indentation on its first line only, so new
 * lines that were written without theirs would silently land somewhere else. They are taken as written where they show
 * that they know how far the file's line is indented.
 */

const LOST_INDENTATION =
  "old_string begins behind the indentation of its line, so it is not clear how far the lines of new_string are indented";

/** For the place of the exact text that begins at `start`. */
export function doubtIndentation(
  text: string,
  { old, next, start }: { readonly old: string; readonly next: string; readonly start: number },
): string | null {
  const head = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (head === "" || head.trim() !== "" || /^[\r\n]/.test(old)) return null;
  // Inside the indentation, or with another than the old text has.
  if (indentOf(old) !== indentOf(next)) return LOST_INDENTATION;
  if (indentOf(old) !== "" && /[\r\n]/.test(old + next)) return LOST_INDENTATION;
  // The rest of the line would be the beginning of the next one.
  if (/\n$/.test(old) && !/\n$/.test(next)) return LOST_INDENTATION;
  // Further lines of the old text were found with their indentation: the caller knows it.
  if (old.trimEnd().includes("\n")) return null;
  const [first = "", ...rest] = next.split(/\r\n?|\n/);
  const later = rest.filter((line) => line.trim() !== "");
  const [second] = later;
  if (second === undefined) return null;
  const goesOn = OPENS.test(first) ? !CLOSES.test(second) : CONTINUES.test(second);
  if (goesOn && !isDeeper(second, head)) return LOST_INDENTATION;
  const out = rest.findIndex((line) => line.trim() !== "" && !line.startsWith(head));
  if (out === -1) return null;
  const line = rest[out] ?? "";
  const isNext = rest[out - 1]?.trim() === "" && DECLARES.test(line);
  return CLOSES.test(line) || isNext ? null : LOST_INDENTATION;
}

/** What follows is one step further in. */
const OPENS = /(?:[:{([]|=>|=)\s*$/;
/** A chain or an expression that goes on. */
const CONTINUES = /^\s*(?:\.\w|\?\.|\?\s|:\s|&&|\|\||\|>|[|+]\s)/;
/** What ends a block, or begins the next part of the same. */
const CLOSES = /^\s*(?:[})\]]|<\/|- |(?:end|else|elif|except|finally|catch|fi|done|esac)\b)/;
/** What begins outside of every block, behind an empty line. */
const DECLARES = /^\s*(?:@|(?:export|async|def|class|function|fn|func|describe|it|test)\b)/;

function isDeeper(line: string, head: string): boolean {
  return line.startsWith(head) && /^[ \t]/.test(line.slice(head.length));
}

function indentOf(text: string): string {
  return /^\s*/.exec(text)?.[0] ?? "";
}
