/** Lines of a form below its first three: why it asks, what happens to files, and the arguments with their own line breaks. */
import type { Opinion, Question, ShownChange } from "@toolplane/contract";
import { splitLines } from "@toolplane/kernel";
import { escapeHidden } from "@toolplane/readings";

/** A form is read at once: past this many the rest is counted. */
const MOST_REASONS = 20;
const MOST_DIFF_LINES = 200;
const MOST_ARGUMENT_LINES = 40;

export function whyLines(reasons: readonly Opinion[]): readonly string[] {
  return [...new Set(reasons.map(({ reason }) => `Why it asks: ${reason}`))].slice(0, MOST_REASONS);
}

/** Lines about what was read before, from where and when, and what would leave to which destination. */
export function flowLines(question: Question): readonly string[] {
  return splitLines(question).flow.map((line) => `  ${line}`);
}

/** Lines about what was looked up. */
export function factLines(question: Question): readonly string[] {
  const { facts } = splitLines(question);
  return facts.length === 0 ? [] : ["The registry says:", ...facts.map((line) => `  ${line}`)];
}

/** Lines with the change to each file, as a diff. */
export function changeLines(changes: readonly ShownChange[]): readonly string[] {
  const lines = changes.flatMap(({ path, kind, added, removed, diff }) => [
    `${escapeHidden(path)}: ${kind}, +${added} -${removed}`,
    ...ownLines(diff),
  ]);
  return changes.length === 0 ? [] : ["Changes:", ...boundLines(lines, MOST_DIFF_LINES)];
}

/** The kernel's line of each argument; one that has several lines is shown as they are. */
export function argumentLines(question: Question): readonly string[] {
  const { arguments: given } = question;
  const names = Object.keys(given);
  return splitLines(question).arguments.flatMap((line, at) => {
    const value = given[names[at] ?? ""];
    if (typeof value !== "string" || !value.includes("\n")) return [`  ${line}`];
    const shown = boundLines(ownLines(value), MOST_ARGUMENT_LINES);
    return [`  ${escapeHidden(names[at] ?? "")} =`, ...shown.map((text) => `  ${text}`)];
  });
}

/** One line each, so that nothing inside them can pass for a line of the form. */
function ownLines(text: string): readonly string[] {
  if (text === "") return [];
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `  ${escapeHidden(line)}`);
}

function boundLines(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `  … ${lines.length - most} more lines`];
}
