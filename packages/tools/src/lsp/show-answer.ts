/** An answer of a language server as lines. Whatever it says is a stranger's text: cleaned, bounded, and only about open files. */
import type { CodeEdit, CodeLocation, LanguageAnswer } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import { plainText } from "../text/plain-text.ts";
import { oneLine } from "./one-line.ts";
import { showDiagnostic } from "./show-diagnostic.ts";

const MAX_LINES = 200;
const MAX_HOVER_CHARS = 10_000;

export interface ShownAnswer {
  readonly data: string;
  /** Places in files that could not be opened. */
  readonly hidden: number;
}

/** `lineOf` gives a line of a file through the file door, null when the door is closed. */
export async function showAnswer(
  answer: LanguageAnswer,
  lineOf: (path: string, line: number) => Promise<string | null>,
): Promise<ShownAnswer> {
  if (answer.kind === "text")
    return {
      data: plainText(answer.text, MAX_HOVER_CHARS) || "Nothing is known of it.",
      hidden: 0,
    };
  if (answer.kind === "symbols")
    return listed(
      answer.symbols.map(
        ({ line, depth, kind, name }) =>
          `${"  ".repeat(Math.min(10, depth))}${line + 1} ${kind} ${oneLine(name)}`,
      ),
      "It defines nothing.",
    );
  if (answer.kind === "diagnostics")
    return listed(answer.diagnostics.map(showDiagnostic), "Nothing is wrong with it.");
  return answer.kind === "edits"
    ? placed(answer.edits, lineOf, showEdit)
    : placed(answer.locations, lineOf, showLocation);
}

function listed(lines: readonly string[], none: string): ShownAnswer {
  const left = lines.length - MAX_LINES;
  const more = left > 0 ? [`… ${left} more`] : [];
  return { data: [...lines.slice(0, MAX_LINES), ...more].join("\n") || none, hidden: 0 };
}

async function placed<T extends CodeLocation>(
  places: readonly T[],
  lineOf: (path: string, line: number) => Promise<string | null>,
  show: (place: T, line: string) => string,
): Promise<ShownAnswer> {
  const lines: string[] = [];
  let hidden = 0;
  for (const place of places.slice(0, MAX_LINES)) {
    const line = await lineOf(place.path, place.line);
    if (line === null) hidden += 1;
    else lines.push(show(place, line));
  }
  const left = places.length - MAX_LINES;
  if (left > 0) lines.push(`… ${left} more`);
  return { data: lines.join("\n") || "Nothing was found.", hidden };
}

function showLocation({ path, line, character }: CodeLocation, text: string): string {
  return `${escapeHidden(path)}:${line + 1}:${character + 1}: ${oneLine(text.trim())}`;
}

function showEdit(edit: CodeEdit, line: string): string {
  const end = edit.endLine === edit.line ? "" : `-${edit.endLine + 1}:${edit.endCharacter + 1}`;
  return `${showLocation(edit, line)}\n  becomes${end}: ${oneLine(edit.text)}`;
}
