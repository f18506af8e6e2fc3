/** The hits of one file: each line compared with the pinned content, put together with its surroundings. */
import type { SearchHit } from "@toolplane/contract";
import type { Handle } from "../paths/handles/open-handle.ts";
import { compareContent } from "./compare-content.ts";
import type { LineRecord } from "./parse-record.ts";

const MAX_LINE_CHARACTERS = 2_000;
/** Characters of a long line that are shown before its match. */
const LEAD_CHARACTERS = 200;

export interface FileCollector {
  readonly path: string;
  line(record: LineRecord): void;
  /** A line that was too long to be read. */
  skip(): void;
  /** The hits that count in the end; none of a binary file do. */
  finish(end: { readonly binary: boolean; readonly multiline: boolean }): {
    readonly hits: readonly SearchHit[];
    readonly count: number;
    /** Lines that were too long to be read. */
    readonly unread: number;
  };
  close(): void;
}

/** The kept part of a file beside numbers: the texts of its matches, and so many lines around each. */
export interface KeptTexts {
  readonly texts: boolean;
  readonly context: number;
}

interface FoundMatch {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** Begins a file; null when its content cannot be read. */
export function collectFile(
  path: string,
  handle: Handle,
  { texts, context }: KeptTexts,
): FileCollector | null {
  const content = compareContent(handle);
  if (content === null) return null;
  const found: FoundMatch[] = [];
  const lines = new Map<number, string>();
  let records = 0;
  let matches = 0;
  let unread = 0;
  return {
    path,
    line({ match, line, offset, bytes, start, matches: inside }) {
      if (!content.holds(offset, bytes)) return;
      if (match) {
        records += 1;
        matches += Math.max(1, inside);
      }
      if (!texts) return;
      const text = bytes.toString("utf8").replace(/\r?\n$/, "");
      const last = line + countBreaks(text);
      if (context > 0) keepLines(lines, { text, first: line, last, most: context });
      if (!match) return;
      const before = bytes.subarray(0, start).toString("utf8").length;
      found.push({ first: line, last, text: cut(text, before) });
    },
    skip() {
      unread += 1;
    },
    finish({ binary, multiline }) {
      if (binary) return { hits: [], count: 0, unread: 0 };
      const around = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, index) => lines.get(from + index)).filter(
          (text) => text !== undefined,
        );
      const hits = found.map(({ first, last, text }) => ({
        path,
        line: first,
        text,
        ...(context > 0
          ? { before: around(first - context, first - 1), after: around(last + 1, last + context) }
          : {}),
      }));
      // Lines are counted, as ripgrep does; across lines, where several matches come as one record, matches are.
      return { hits, count: multiline ? matches : records, unread };
    },
    close: () => content.close(),
  };
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** A match across many lines is the surroundings of others with its first and its last lines only. */
function keepLines(
  lines: Map<number, string>,
  match: {
    readonly text: string;
    readonly first: number;
    readonly last: number;
    readonly most: number;
  },
): void {
  const { text, first, last, most } = match;
  let from = 0;
  for (let line = first; line < first + most && from !== -1; line += 1) {
    const end = text.indexOf("\n", from);
    lines.set(line, cut(text.slice(from, end === -1 ? undefined : end), 0));
    from = end === -1 ? -1 : end + 1;
  }
  let to = text.length;
  for (let line = last; line > last - most && line >= first + most; line -= 1) {
    const begin = text.lastIndexOf("\n", to - 1);
    lines.set(line, cut(text.slice(begin + 1, to), 0));
    to = begin;
  }
}

/** A long line is shown around its match. */
function cut(text: string, at: number): string {
  if (text.length <= MAX_LINE_CHARACTERS) return text;
  const from = at < MAX_LINE_CHARACTERS - LEAD_CHARACTERS ? 0 : at - LEAD_CHARACTERS;
  const shown = text.slice(from, from + MAX_LINE_CHARACTERS);
  return `${from > 0 ? "… " : ""}${shown} … (${text.length} characters)`;
}
