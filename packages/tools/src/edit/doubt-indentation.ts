/**
 * Finds a reason why the exact text must not be replaced all the same. A line without its indentation is found in the middle of the
 * file's line, behind the indentation that it lacks. What replaces it keeps that indentation on its first line only. The
 * other new lines are right as written if just the first lines were cut off, and wrong if new_string lost the
 * indentation of all its lines. Only what proves the first of the two is taken.
 */
import { closingLine } from "../text/blocks/closing-line.ts";
import { countBrackets } from "../text/blocks/count-brackets.ts";
import { indentSteps } from "../text/blocks/indent-steps.ts";
import { isBracketed } from "../text/blocks/is-bracketed.ts";
import { goesOn } from "../text/blocks/judge-shift.ts";
import { doubtTwin } from "./doubt-twin.ts";
import { coversLines, headOf, isBlank } from "./place-edges.ts";

export const LOST_INDENTATION =
  "old_string begins behind the indentation of its line, so it is not clear how far the lines of new_string are indented";

export interface FoundText {
  readonly old: string;
  readonly next: string;
  /** Where the old text begins. */
  readonly start: number;
  readonly path: string;
}

export function doubtIndentation(text: string, found: FoundText): string | null {
  const { old, next, start } = found;
  const head = headOf(text, start);
  if (head === "" || !isBlank(head) || /^[\r\n]/.test(old)) return null;
  const end = start + old.length;
  // Inside the indentation, or with another than the old text has.
  if (indentOf(old) !== indentOf(next)) return LOST_INDENTATION;
  if (indentOf(old) !== "" && /[\r\n]/.test(old + next)) return LOST_INDENTATION;
  // The rest of the line would be the beginning of the next one.
  if (/\n$/.test(old) && !/\n$/.test(next)) return LOST_INDENTATION;
  // Nothing but the indentation would be left of the line.
  if (isBlank(next) && coversLines(text, start, end)) return LOST_INDENTATION;
  if (!isPlaced(text, { ...found, head })) return LOST_INDENTATION;
  return old.trimEnd().includes("\n") ? doubtTwin(text, { start, end }) : null;
}

/** True when the new lines are right as written, behind the indentation that is there. */
function isPlaced(text: string, found: FoundText & { readonly head: string }): boolean {
  const { head } = found;
  const old = filledLines(found.old);
  const next = filledLines(found.next);
  const [first = "", second] = next;
  const isKept = isSame(first, old[0] ?? "");
  const placed = [head + first, ...next.slice(1)];
  const closing = closingLine(next);
  const isBlock = old.slice(1).every((line) => line.startsWith(head));
  const isEven = countBrackets(found.old) === countBrackets(found.next);
  if (closing !== undefined && isBlock && isEven && !closesMore(old))
    return indentOf(closing) === head;
  // Lines of the old text that would stand at another depth than they do.
  const onlyMoves =
    next.length === old.length && next.every((line, at) => isSame(line, old[at] ?? ""));
  if (onlyMoves) return false;
  const known = new Set([head + (old[0] ?? ""), ...old.slice(1)]);
  const texts = new Set(old.map((line) => line.trim()));
  if (placed.some((line) => !known.has(line) && texts.has(line.trim()))) return false;
  if (second === undefined) return isBlock;
  if (closing !== undefined) return false;
  const indent = indentOf(second);
  const isBeside = indent === head && !/^\s*[)\]}]/.test(second);
  if (isBeside && isBracketed(found.path) && endsStatement(first)) return true;
  if (!isKept || indent === "") return false;
  // The two lines that were there already are as far apart as they were.
  if (second === old[1]) return true;
  // Where only what opens something is followed by deeper lines, a line that was not is not.
  if (isBeside && isCode(found.path) && !goesOn(first.trim(), second.trim()))
    return !isDeeper(old[1] ?? lineAfter(text, found), head);
  // With its indentation lost, the second line would be deeper than the first by a step that the file does not have.
  return indent.startsWith(head) && !indentSteps(text.split(/\r\n?|\n/)).includes(indent);
}

/** True when the lines close what they did not open. */
function closesMore(lines: readonly string[]): boolean {
  let depth = 0;
  return lines.some((line) => {
    depth += countBrackets(line);
    return depth < 0;
  });
}

function isSame(one: string, other: string): boolean {
  return one.trim() === other.trim();
}

function isCode(path: string): boolean {
  return isBracketed(path) || /\.pyi?$/i.test(path);
}

function isDeeper(line: string, head: string): boolean {
  return indentOf(line).length > head.length;
}

/** The next line of the file that is not empty. */
function lineAfter(text: string, { old, start }: FoundText): string {
  return filledLines(text.slice(start + old.trimEnd().length).replace(/^[^\n]*/, ""))[0] ?? "";
}

function endsStatement(line: string): boolean {
  return /[;}]\s*$/.test(line) && countBrackets(line) === 0;
}

function filledLines(text: string): readonly string[] {
  return text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
}

function indentOf(text: string): string {
  return /^\s*/.exec(text)?.[0] ?? "";
}
