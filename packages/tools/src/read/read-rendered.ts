/**
 * Reads lines of a text that was rendered from a file: the cells of a notebook, the pages of a PDF. Offsets count lines
 * of this text. No byte of the file leads to the rest of a long line of it, so long lines are broken and not folded.
 */
import { type ContentPart, output, type ToolOutput } from "@toolplane/contract";
import { MAX_LINE_CHARS, readLines } from "./read-lines.ts";

/** A rendered text, and which part of it to show. */
export interface RenderedText {
  readonly path: string;
  readonly text: string;
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  /** Bytes of one answer, where the session bounds them. */
  readonly maxBytes?: number;
  /** Notes beside it, and pictures that belong to it. */
  readonly beside: readonly ContentPart[];
}

/** Reads a window of it, like that of a file. */
export async function readRendered(rendered: RenderedText): Promise<ToolOutput<string>> {
  const { path, text, offset, limit, maxBytes, beside } = rendered;
  const bytes = new TextEncoder().encode(text.split("\n").map(breakLine).join("\n"));
  const head = { bytes, offset: 0, size: bytes.length, modifiedMs: 0 };
  const read = () => Promise.resolve(head);
  const lines = await readLines(
    { read },
    {
      path,
      head,
      offset,
      limit,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    },
  );
  const { data, content = [] } = typeof lines === "string" ? output(lines) : lines;
  return output(data, { content: [...content, ...beside] });
}

/** At a blank where there is one near the end, and never inside a character. */
function breakLine(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > MAX_LINE_CHARS) {
    const room = rest.slice(0, MAX_LINE_CHARS).replace(/[\ud800-\udbff]$/, "");
    const blank = room.lastIndexOf(" ") + 1;
    const length = blank > MAX_LINE_CHARS / 2 ? blank : room.length;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest].join("\n");
}
