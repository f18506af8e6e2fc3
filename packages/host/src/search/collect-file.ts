/** The hits of one file: each line compared with the pinned content, put together with its surroundings. */
import type { SearchHit } from "@toolplane/contract";
import type { Handle } from "../paths/open-handle.ts";
import { compareContent } from "./compare-content.ts";
import type { LineRecord } from "./parse-record.ts";

const MAX_LINE_CHARACTERS = 2_000;
/** How much of a long line is shown before its match. */
const LEAD_CHARACTERS = 200;

export interface FileCollector {
  readonly path: string;
  line(record: LineRecord): void;
  /** What counts in the end; nothing of a binary file does. */
  finish(end: {
    readonly binary: boolean;
    readonly context: number;
    readonly multiline: boolean;
  }): {
    readonly hits: readonly SearchHit[];
    readonly count: number;
  };
  close(): void;
}

interface FoundMatch {
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly count: number;
}

/** Begins a file; null when its content cannot be read. */
export function collectFile(path: string, handle: Handle): FileCollector | null {
  const content = compareContent(handle);
  if (content === null) return null;
  const matches: FoundMatch[] = [];
  const lines = new Map<number, string>();
  return {
    path,
    line({ match, line, offset, bytes, start, matches: inside }) {
      if (!content.holds(offset, bytes)) return;
      const text = bytes.toString("utf8").replace(/\r?\n$/, "");
      const parts = text.split("\n");
      for (const [index, part] of parts.entries()) lines.set(line + index, cut(part, 0));
      if (!match) return;
      const before = bytes.subarray(0, start).toString("utf8").length;
      const last = line + parts.length - 1;
      matches.push({ first: line, last, text: cut(text, before), count: Math.max(1, inside) });
    },
    finish({ binary, context, multiline }) {
      if (binary) return { hits: [], count: 0 };
      const around = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, index) => lines.get(from + index)).filter(
          (text) => text !== undefined,
        );
      const hits = matches.map(({ first, last, text }) => ({
        ...{ path, line: first, text },
        ...(context > 0
          ? { before: around(first - context, first - 1), after: around(last + 1, last + context) }
          : {}),
      }));
      // Lines are counted, as ripgrep does; across lines, where several matches come as one record, matches are.
      const count = multiline
        ? matches.reduce((sum, { count: inside }) => sum + inside, 0)
        : matches.length;
      return { hits, count };
    },
    close: () => content.close(),
  };
}

/** A long line is shown around its match. */
function cut(text: string, at: number): string {
  if (text.length <= MAX_LINE_CHARACTERS) return text;
  const from = at < MAX_LINE_CHARACTERS - LEAD_CHARACTERS ? 0 : at - LEAD_CHARACTERS;
  const shown = text.slice(from, from + MAX_LINE_CHARACTERS);
  return `${from > 0 ? "… " : ""}${shown} … (${text.length} characters)`;
}
