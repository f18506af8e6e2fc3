/**
 * A unified diff as lines for a terminal: numbers, `+` and `-` as text, what did not change between as a count. Colour comes on top: a
 * changed line is tinted whole, and the words that its other version does not have are turned round. Long lines are wrapped under
 * their text with `↩` in the number column; past a bound the rest is counted. Text is escaped here.
 */

import { formatPlural } from "@toolplane/readings";
import type { Paint } from "../paint.ts";
import { escapeText } from "../text/escape-text.ts";
import { padLeft, textWidth } from "../text/text-width.ts";
import { wrapText } from "../text/wrap-text.ts";
import { changedWords, type LinePart } from "./changed-words.ts";

export interface DiffLinesOptions {
  readonly paint: Paint;
  readonly width: number;
  readonly indent?: number;
  /** Lines of the diff before it folds; all of them when absent. */
  readonly fold?: number;
  /** Follows the count of the lines that are not shown: how to see them. */
  readonly more?: string;
}

/** A longer diff is folded; the whole of it is one key away. */
export const DIFF_FOLD = 24;

const NUMBER = 4;

interface DiffLine {
  readonly number: string;
  readonly sign: " " | "+" | "-";
  readonly text: string;
}

/** The lines of every hunk; headers are left out. */
export function diffLines(unified: string, options: DiffLinesOptions): readonly string[] {
  const { fold = Number.POSITIVE_INFINITY } = options;
  const all = readDiff(unified);
  const shown = all.slice(0, fold);
  const left = all.length - shown.length;
  const words = options.paint.hasColour ? pointedOut(shown) : new Map();
  const lines = shown.flatMap((line) => drawLine(line, words.get(line), options));
  if (left === 0) return lines;
  const margin = " ".repeat((options.indent ?? 4) + NUMBER + 3);
  return [
    ...lines,
    options.paint.style("dim", `${margin}${formatPlural(left, "more line")}${options.more ?? ""}`),
  ];
}

function drawLine(
  { number, sign, text }: DiffLine,
  words: readonly LinePart[] | undefined,
  options: DiffLinesOptions,
): readonly string[] {
  const { paint, width, indent = 4 } = options;
  const margin = " ".repeat(indent);
  const room = Math.max(20, width - indent - NUMBER - 3);
  // A word that is broken where the line ends would be broken in its colours.
  const isBroken = text.split(" ").some((word) => textWidth(word) > room);
  const drawn = words === undefined || isBroken ? text : turnedRound(words, paint);
  const parts = wrapIndented(drawn, room);
  return parts.map((part, index) => {
    const head =
      index === 0 ? padLeft(number, NUMBER) : padLeft(paint.isAscii ? "\\" : "↩", NUMBER);
    const body = `${index === 0 ? sign : " "} ${part}`.trimEnd();
    return `${margin}${paint.style("dim", head)} ${tinted(body, sign, paint)}`.trimEnd();
  });
}

function tinted(body: string, sign: DiffLine["sign"], paint: Paint): string {
  if (sign === " ") return body;
  return paint.style(sign === "+" ? "allow" : "deny", body);
}

/** Each word by itself, so that the line can be broken between any two. */
function turnedRound(words: readonly LinePart[], paint: Paint): string {
  return words
    .map(({ text, isChanged }) =>
      isChanged ? text.replaceAll(/[^ ]+/g, (word) => paint.style("changed", word)) : text,
    )
    .join("");
}

/** Lines that were taken out, each against the one that came in its place. */
function pointedOut(lines: readonly DiffLine[]): ReadonlyMap<DiffLine, readonly LinePart[]> {
  const found = new Map<DiffLine, readonly LinePart[]>();
  let removed: DiffLine[] = [];
  let at = 0;
  for (const line of lines) {
    if (line.sign === "-") {
      // What comes in behind one block does not belong to the next.
      if (at > 0) removed = [];
      at = 0;
      removed.push(line);
      continue;
    }
    const before = line.sign === "+" ? removed[at] : undefined;
    if (line.sign === " ") removed = [];
    else at += 1;
    if (removed.length === 0) at = 0;
    if (before === undefined) continue;
    const words = changedWords(before.text, line.text);
    if (words === null) continue;
    found.set(before, words.before);
    found.set(line, words.after);
  }
  return found;
}

/** Wrapping drops leading blanks; here they are content. What wraps goes on below them. */
function wrapIndented(text: string, room: number): readonly string[] {
  const blanks = text.length - text.trimStart().length;
  const lead = text.slice(0, Math.min(blanks, Math.floor(room / 2)));
  return wrapText(text.trimStart(), room - lead.length).map((part) => `${lead}${part}`);
}

function readDiff(unified: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  const push = (number: string, sign: DiffLine["sign"], text: string): void =>
    void lines.push({ number, sign, text: shownText(text) });
  let before = 0;
  let after = 0;
  let isFirst = true;
  for (const line of unified.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      const start = Number(hunk[2]);
      const skipped = start - after;
      if (!isFirst && skipped > 0) push("", " ", `${formatPlural(skipped, "line")} unchanged`);
      isFirst = false;
      before = Number(hunk[1]);
      after = start;
    } else if (line.startsWith("@@")) push("", " ", line.replaceAll("@@", "").trim());
    else if (isFirst || line === "" || line.startsWith("\\")) continue;
    else if (line.startsWith("+")) push(String(after++), "+", line.slice(1));
    else if (line.startsWith("-")) push(String(before++), "-", line.slice(1));
    else {
      push(String(after++), " ", line.slice(1));
      before += 1;
    }
  }
  return lines;
}

function shownText(text: string): string {
  return text
    .split("\t")
    .map((part) => escapeText(part))
    .join("  ");
}
