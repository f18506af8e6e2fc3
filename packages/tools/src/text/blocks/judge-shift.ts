/**
 * Decides whether lines that lost (or gained) one common indentation may get it back. A line at the margin could have
 * been moved there or have been there: brackets decide. In a language without brackets nothing decides, so there only
 * lines that replace old ones one for one are moved.
 */
import { countBrackets } from "./count-brackets.ts";
import { isBracketed } from "./is-bracketed.ts";

export const OWN_MOVE =
  "new_string changes the indentation itself, so it is not clear how far its lines are to be moved";

export const NOT_DEEPER = "the new lines are not indented below the brackets that they open";

export interface ShiftPlace {
  readonly path: string;
  /** The next line in the file that is not empty. */
  readonly after: string;
  /** A line as it would be written. */
  readonly move: (line: string) => string;
}

/** Null when every new line is as deep as brackets say; else what is unclear. */
export function describeShiftFault(
  old: readonly string[],
  next: readonly string[],
  { path, after, move }: ShiftPlace,
): string | null {
  if (leastIndent(old) !== leastIndent(next) || movesLines(old, next)) return OWN_MOVE;
  if (!isBracketed(path) && standOneForOne(old, next)) return null;
  if (!isBracketed(path))
    return "the indentation of added lines cannot be told from the ones that are there";
  if (lowestDepth(next) < Math.min(0, lowestDepth(old)))
    return "the new lines close more brackets than the old ones, so their indentation is not clear";
  const last = next.findLast((line) => line.trim() !== "") ?? "";
  const isFollowed = after !== "" && !/^\s*[)\]}]/.test(after);
  if (lowestDepth(next) < 0 && isFollowed && indentWidth(move(last)) > indentWidth(after))
    return "the new lines would stand deeper than the line that follows them";
  return stepIn(next) ? null : NOT_DEEPER;
}

function standOneForOne(old: readonly string[], next: readonly string[]): boolean {
  return (
    old.length === next.length &&
    old.every((line, index) => indentWidth(line) === indentWidth(next[index] ?? ""))
  );
}

function lowestDepth(lines: readonly string[]): number {
  let depth = 0;
  let lowest = 0;
  for (const character of lines.join("\n")) {
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    lowest = Math.min(lowest, depth);
  }
  return lowest;
}

/** True when every line that ends with an opening bracket, or before a value, is followed by a deeper one. */
export function stepIn(lines: readonly string[]): boolean {
  return lines.every((line, index) => isDeeperAfterOpening(line, lines.slice(index + 1)));
}

function isDeeperAfterOpening(line: string, rest: readonly string[]): boolean {
  if (!/[([{=]$/.test(line.trimEnd())) return true;
  const next = rest.find((following) => following.trim() !== "");
  if (next === undefined || /^\s*[)\]}]/.test(next)) return true;
  return indentWidth(next) > indentWidth(line);
}

/**
 * True when the change itself moves a line, by more than the brackets around it explain, or steps in where nothing
 * opens.
 */
export function movesLines(old: readonly string[], next: readonly string[]): boolean {
  const before = placesOf(old);
  const widths = new Set(before.map(({ width }) => width));
  const isEven = countBrackets(old.join("\n")) === countBrackets(next.join("\n"));
  return placesOf(next).some(({ text, width, depth }, index, all) => {
    const same = before.filter((place) => place.text === text);
    // Lines move with a bracket that is put around them or taken away: with both halves of it.
    const isTold = same.some((place) =>
      width === place.width
        ? depth === place.depth
        : isEven && Math.sign(width - place.width) === Math.sign(depth - place.depth),
    );
    if (same.length > 0) return !isTold;
    if (widths.has(width)) return false;
    const above = all[index - 1];
    return above === undefined || (width > above.width && !goesOn(above.text, text));
  });
}

/** True when the second line is the rest of what the first begins. A comment is not. */
export function goesOn(above: string, text: string): boolean {
  if (/^(?:\/[/*]|--)/.test(text)) return /[([{]$/.test(above);
  return /[([{=:>,&|?+*/-]$/.test(above) || /^[.?:&|+*/=<-]/.test(text);
}

/**
 * True when one old line has shown the move, and the new ones read as well with only their first line moved: the second goes on
 * from it, deeper by a step that the file has, and no bracket closes at the depth of the first.
 */
export function mayMoveFirstAlone(
  next: readonly string[],
  { moved, isStep }: { readonly moved: string; readonly isStep: (blanks: string) => boolean },
): boolean {
  const [first = "", second, ...rest] = next.filter((line) => line.trim() !== "");
  if (second === undefined || !goesOn(first.trim(), second.trim())) return false;
  const width = indentWidth(first);
  const closes = rest.some((line) => /^\s*[)\]}]/.test(line) && indentWidth(line) === width);
  const from = moved.slice(0, indentWidth(moved));
  const to = second.slice(0, indentWidth(second));
  return !closes && to.startsWith(from) && isStep(to.slice(from.length));
}

interface LinePlace {
  readonly text: string;
  readonly width: number;
  readonly depth: number;
}

function placesOf(lines: readonly string[]): readonly LinePlace[] {
  let depth = 0;
  return lines.flatMap((line): readonly LinePlace[] => {
    const text = line.trim();
    const closing = /^[)\]}]*/.exec(text)?.[0].length ?? 0;
    const place = { text, width: indentWidth(line), depth: depth - closing };
    for (const character of text) {
      if ("([{".includes(character)) depth += 1;
      else if (")]}".includes(character)) depth -= 1;
    }
    return text === "" ? [] : [place];
  });
}

function leastIndent(lines: readonly string[]): number {
  const filled = lines.filter((line) => line.trim() !== "");
  return Math.min(...filled.map(indentWidth), Number.POSITIVE_INFINITY);
}

function indentWidth(line: string): number {
  return line.length - line.trimStart().length;
}
