/**
 * A unified diff for people, bounded in time and size whatever the texts are. What both texts begin and end with is set
 * aside before lines are compared, so one changed line of a large file costs a scan and not a comparison. When the rest is
 * still too much, the diff says how many lines went and came instead.
 */
import { structuredPatch } from "diff";

/** Names and bounds of a diff. */
export interface DiffOptions {
  readonly from: string;
  readonly to: string;
  readonly context?: number;
  readonly maxChars?: number;
  /** Past this time lines are only counted. */
  readonly timeoutMs?: number;
}

export interface DescribedDiff {
  /** Empty when the texts are equal. */
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** True when not every line is shown. */
  readonly cut: boolean;
}

const CONTEXT_LINES = 3;
const TIMEOUT_MS = 1_000;
const MAX_EDIT_LENGTH = 20_000;
const MAX_CHARS = 65_536;
/** Taking texts apart into more lines takes longer than any comparison of them may. */
const MAX_LINES = 400_000;

/** Compares two texts by lines. */
export function describeDiff(before: string, after: string, options: DiffOptions): DescribedDiff {
  if (before === after) return { text: "", added: 0, removed: 0, cut: false };
  const { from, to, context = CONTEXT_LINES, maxChars = MAX_CHARS } = options;
  const { timeoutMs = TIMEOUT_MS } = options;
  const window = changedWindow(before, after, context);
  const isLong = countLines(window.before) + countLines(window.after) > MAX_LINES;
  const patch = isLong
    ? undefined
    : structuredPatch(from, to, window.before, window.after, "", "", {
        context,
        timeout: timeoutMs,
        maxEditLength: MAX_EDIT_LENGTH,
      });
  const header = `--- ${from}\n+++ ${to}\n`;
  if (patch === undefined) {
    const removed = countLines(window.before);
    const added = countLines(window.after);
    const note = `@@ too much changed to show: about ${removed} lines became ${added} @@\n`;
    return { text: header + note, added, removed, cut: true };
  }
  const lines = patch.hunks.flatMap((hunk) => {
    const old = span(hunk.oldStart + window.line, hunk.oldLines);
    return [`@@ -${old} +${span(hunk.newStart + window.line, hunk.newLines)} @@`, ...hunk.lines];
  });
  const counted = patch.hunks.flatMap((hunk) => hunk.lines);
  const text = `${header}${lines.join("\n")}\n`;
  return {
    text: text.length > maxChars ? cutAtLine(text, maxChars) : text,
    added: counted.filter((line) => line.startsWith("+")).length,
    removed: counted.filter((line) => line.startsWith("-")).length,
    cut: text.length > maxChars,
  };
}

/** A range of no lines is named by the line before it. */
function span(start: number, count: number): string {
  if (count === 0) return `${start - 1},0`;
  return count === 1 ? `${start}` : `${start},${count}`;
}

function cutAtLine(text: string, maxChars: number): string {
  return `${text.slice(0, text.lastIndexOf("\n", maxChars) + 1)}… the rest of the diff is not shown\n`;
}

/** The part of both texts that differs, whole lines with context around, and the number of lines before it. */
function changedWindow(before: string, after: string, context: number) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  let start = before.lastIndexOf("\n", head - 1) + 1;
  if (head === 0) start = 0;
  for (let line = 0; line < context && start > 0; line += 1)
    start = start === 1 ? 0 : before.lastIndexOf("\n", start - 2) + 1;
  let kept = tail;
  for (let line = 0; line <= context && kept > 0; line += 1) {
    const feed = before.indexOf("\n", before.length - kept);
    kept = feed === -1 ? 0 : before.length - feed - 1;
  }
  return {
    before: before.slice(start, before.length - kept),
    after: after.slice(start, after.length - kept),
    line: countFeeds(before, start),
  };
}

function countFeeds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1))
    count += 1;
  return count;
}

function countLines(text: string): number {
  return countFeeds(text, text.length) + (text === "" || text.endsWith("\n") ? 0 : 1);
}
