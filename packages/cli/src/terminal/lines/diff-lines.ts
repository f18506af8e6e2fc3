/**
 * A unified diff as lines for a terminal: numbers, `+` and `-` as text, what did not change between as a count. Long lines are
 * wrapped under their text with `↩` in the number column; past a bound the rest is counted. Text is escaped here.
 */

import { formatPlural } from "@toolplane/readings";
import type { Paint } from "../paint.ts";
import { escapeText } from "../text/escape-text.ts";
import { padLeft } from "../text/text-width.ts";
import { wrapText } from "../text/wrap-text.ts";

export interface DiffLinesOptions {
  readonly paint: Paint;
  readonly width: number;
  readonly indent?: number;
  /** Lines of the diff before it folds; all of them when absent. */
  readonly fold?: number;
  /** Follows the count of the lines that are not shown: how to see them. */
  readonly more?: string;
  /** Colours for the text of an unbroken line; the text itself must stay. */
  readonly draw?: (text: string) => string;
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
  const lines = shown.flatMap((line) => drawLine(line, options));
  if (left === 0) return lines;
  const margin = " ".repeat((options.indent ?? 4) + NUMBER + 3);
  return [
    ...lines,
    options.paint.style("dim", `${margin}${formatPlural(left, "more line")}${options.more ?? ""}`),
  ];
}

function drawLine({ number, sign, text }: DiffLine, options: DiffLinesOptions): readonly string[] {
  const { paint, width, indent = 4 } = options;
  const margin = " ".repeat(indent);
  const style = sign === "+" ? "allow" : sign === "-" ? "deny" : "dim";
  const shown = text
    .split("\t")
    .map((part) => escapeText(part))
    .join("  ");
  const room = Math.max(20, width - indent - NUMBER - 3);
  const parts = wrapIndented(shown, room);
  const { draw } = options;
  if (draw && parts.length === 1 && sign !== " ")
    return [
      `${margin}${paint.style("dim", padLeft(number, NUMBER))} ${paint.style(style, sign)} ${draw(shown)}`.trimEnd(),
    ];
  return parts.map((part, index) => {
    const head =
      index === 0 ? padLeft(number, NUMBER) : padLeft(paint.isAscii ? "\\" : "↩", NUMBER);
    const body = `${index === 0 ? sign : " "} ${part}`.trimEnd();
    return `${margin}${paint.style("dim", head)} ${sign === " " ? body : paint.style(style, body)}`.trimEnd();
  });
}

/** Wrapping drops leading blanks; here they are content. What wraps goes on below them. */
function wrapIndented(text: string, room: number): readonly string[] {
  const blanks = text.length - text.trimStart().length;
  const lead = text.slice(0, Math.min(blanks, Math.floor(room / 2)));
  return wrapText(text.trimStart(), room - lead.length).map((part) => `${lead}${part}`);
}

function readDiff(unified: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  let isFirst = true;
  for (const line of unified.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      const start = Number(hunk[2]);
      const skipped = start - after;
      if (!isFirst && skipped > 0)
        lines.push({ number: "", sign: " ", text: `${formatPlural(skipped, "line")} unchanged` });
      isFirst = false;
      before = Number(hunk[1]);
      after = start;
    } else if (line.startsWith("@@"))
      lines.push({ number: "", sign: " ", text: line.replaceAll("@@", "").trim() });
    else if (isFirst || line === "" || line.startsWith("\\")) continue;
    else if (line.startsWith("+"))
      lines.push({ number: String(after++), sign: "+", text: line.slice(1) });
    else if (line.startsWith("-"))
      lines.push({ number: String(before++), sign: "-", text: line.slice(1) });
    else {
      lines.push({ number: String(after++), sign: " ", text: line.slice(1) });
      before += 1;
    }
  }
  return lines;
}
