/**
 * Describes the errors of an edit to a model: what is wrong, the file's text at the nearest places, with line numbers,
 * and what to do. Bounded: a few places, a few lines of each, long lines cut.
 */
import { ToolError } from "@toolplane/contract";
import { showLines } from "../text/show-lines.ts";
import type { EditRung } from "./edit-change.ts";
import { findNearest } from "./find-nearest.ts";
import { findOccurrences } from "./find-occurrences.ts";
import { lineAt } from "./line-at.ts";

const MAX_PLACES = 5;
const MAX_LINES = 12;
const MAX_JSON_CHARS = 2_000;

/** The text for an old text that is not in the file. */
export function describeMiss(subject: {
  readonly text: string;
  readonly old: string;
  readonly next: string;
  readonly path: string;
}): ToolError {
  const { text, old, next, path } = subject;
  if (text === "")
    return new ToolError("conflict", `${path} is empty, so old_string is not in it. Use write.`);
  const lines = text.split("\n");
  const [already = -1] =
    next.trim() === "" ? [] : findOccurrences(text, next, { overlapping: true, limit: 1 });
  const applied =
    already === -1
      ? ""
      : ` new_string is already there, at line ${lineAt(text, already)}: the edit seems to have been made.`;
  const nearest = findNearest(lines, old.split("\n"));
  const shown = nearest.map(({ line, differs }) => {
    const count = Math.min(Math.max(old.split("\n").length, 1), MAX_LINES);
    const note = differs === null ? "" : `\n  first difference at line ${differs + 1}`;
    return showLines(lines, line, count) + note;
  });
  const places = shown.length === 0 ? "" : ` Nearest:\n${shown.join("\n\n")}\n`;
  return new ToolError(
    "conflict",
    `old_string is not in ${path}; nothing was changed.${applied}${places || " "}Read the file again and copy the text exactly.`,
  );
}

/** The text for an old text that is in several places. */
export function describeMany(input: {
  readonly text: string;
  readonly path: string;
  readonly rung: EditRung;
  readonly starts: readonly number[];
}): ToolError {
  const { text, path, rung, starts } = input;
  const lines = text.split(/\r\n?|\n/);
  const shown = starts
    .slice(0, MAX_PLACES)
    .map((start) => showLines(lines, lineAt(text, start) - 1, 1));
  const more = starts.length > MAX_PLACES ? "\n  … and more" : "";
  const how = rung === "exact" ? "" : ` (ignoring ${rung})`;
  return new ToolError(
    "conflict",
    `old_string is in ${path} more than once${how}; nothing was changed. Places:\n${shown.join("\n")}${more}\nAdd lines around it until it fits one place only, or set replace_all to replace every place of the exact text.`,
  );
}

/** The place was found, but what to write there is not clear. */
export function describeRefusal(input: {
  readonly text: string;
  readonly old: string;
  readonly path: string;
  readonly at: number;
  readonly reason: string;
  readonly rung: EditRung;
}): ToolError {
  const { text, old, path, at, reason, rung } = input;
  const count = Math.min(old.split("\n").length, MAX_LINES);
  const why =
    rung === "exact"
      ? `old_string is not there as written: ${reason}`
      : `old_string is there only with other ${rung}, and ${reason}`;
  const lines = text.split("\n");
  const from = lineAt(text, at) - 1;
  return new ToolError(
    "conflict",
    `${path} was not changed: ${why}. The file reads:\n${showLines(lines, from, count)}\n${whatToSend(lines.slice(from, from + old.replace(/\n$/, "").split("\n").length))}`,
  );
}

/** The lines as a JSON string: blanks at their ends and tabs are seen in it. */
function whatToSend(lines: readonly string[]): string {
  const json = JSON.stringify(`${lines.join("\n")}\n`);
  return json.length > MAX_JSON_CHARS
    ? "Copy these lines exactly into old_string, and write new_string the same way."
    : `Send these lines exactly as old_string, in JSON ${json}, and write new_string the same way.`;
}
