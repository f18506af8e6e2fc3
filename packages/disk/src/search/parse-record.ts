/** One record of ripgrep's JSON output, read defensively: what is not as expected is not a record. */

/** A file begins, a line of it (a match or its surroundings), a file ends. */
export type SearchRecord =
  | { readonly type: "begin"; readonly path: string | null }
  | LineRecord
  | { readonly type: "end"; readonly binary: boolean };

/** A line, or several for a match across lines. */
export interface LineRecord {
  readonly type: "line";
  readonly match: boolean;
  readonly line: number;
  readonly offset: number;
  readonly bytes: Buffer;
  /** Offset in the bytes at which the match begins. */
  readonly start: number;
  /** Number of matches in the line or lines. */
  readonly matches: number;
}

interface Raw {
  readonly type?: string;
  readonly data?: {
    readonly path?: { readonly text?: string };
    readonly lines?: { readonly text?: string; readonly bytes?: string };
    readonly line_number?: number;
    readonly absolute_offset?: number;
    readonly binary_offset?: number | null;
    readonly submatches?: readonly { readonly start?: number }[];
  };
}

/** Null for what is none of these. A name that is not Unicode has no path: it cannot be opened by one either. */
export function parseRecord(bytes: Buffer): SearchRecord | null {
  const raw = parseJson(bytes);
  const data = raw?.data;
  if (data === undefined) return null;
  if (raw?.type === "begin") return { type: "begin", path: data.path?.text ?? null };
  if (raw?.type === "end") return { type: "end", binary: (data.binary_offset ?? null) !== null };
  if (raw?.type !== "match" && raw?.type !== "context") return null;
  const { lines, line_number: line, absolute_offset: offset } = data;
  if (lines === undefined || typeof line !== "number" || typeof offset !== "number") return null;
  return {
    type: "line",
    match: raw.type === "match",
    line,
    offset,
    bytes:
      lines.text === undefined ? Buffer.from(lines.bytes ?? "", "base64") : Buffer.from(lines.text),
    start: data.submatches?.[0]?.start ?? 0,
    matches: data.submatches?.length ?? 0,
  };
}

function parseJson(bytes: Buffer): Raw | null {
  try {
    return JSON.parse(bytes.toString("utf8")) as Raw | null;
  } catch {
    return null;
  }
}
