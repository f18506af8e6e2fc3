/**
 * Finds lines in the bytes of a file, piece by piece: those before the window are only counted, those in it are kept, the
 * rest is not read. A line that is longer than anyone wants to see is kept in part and measured whole.
 */

/** How lines stand in the bytes: where the text begins, how wide a unit is, which unit ends a line. */
export interface LineLayout {
  /** Bytes before the text: a byte order mark. */
  readonly start: number;
  readonly width: 1 | 2;
  /** For two bytes a unit: which of them is the low one. */
  readonly low: 0 | 1;
  /** Line feed, or carriage return in a file that has no line feeds. */
  readonly end: 0x0a | 0x0d;
}

export interface LineRequest {
  /** Counted from 1. */
  readonly first: number;
  readonly most: number;
  /** Kept bytes of all lines together; the line that reaches it is the last. */
  readonly maxBytes: number;
  /** Kept bytes of one line. */
  readonly maxLineBytes: number;
}

export interface ScannedLine {
  /** Its beginning, as far as it is kept. */
  readonly bytes: Uint8Array;
  /** Where it begins in the file. */
  readonly at: number;
  readonly length: number;
}

export interface ScannedLines {
  readonly lines: readonly ScannedLine[];
  /** How many lines the file has, when its end was reached. */
  readonly total: number | null;
}

/** Gives the bytes from an offset on, fewer than a piece only at the end. */
export type ReadPiece = (offset: number) => Promise<Uint8Array>;

/** Scans. `head` is the first piece. */
export async function scanLines(
  source: { readonly head: Uint8Array; readonly read: ReadPiece; readonly layout: LineLayout },
  request: LineRequest,
): Promise<ScannedLines> {
  const { layout } = source;
  const scan = createScan(layout, request);
  let piece = source.head.subarray(layout.start);
  let offset = layout.start;
  while (piece.length > 0) {
    if (!scan.take(piece, offset)) return { lines: scan.lines, total: null };
    offset += piece.length;
    piece = await source.read(offset);
  }
  return { lines: scan.lines, total: scan.finish() };
}

interface Scan {
  readonly lines: ScannedLine[];
  /** False when the window is full and something comes after it. */
  take(piece: Uint8Array, offset: number): boolean;
  /** The end of the file; says how many lines it has. */
  finish(): number;
}

interface OpenLine {
  readonly at: number;
  length: number;
  held: number;
  readonly parts: Uint8Array[];
}

function createScan(layout: LineLayout, request: LineRequest): Scan {
  const lines: ScannedLine[] = [];
  const before = request.first - 1;
  let seen = 0;
  let kept = 0;
  /** A line before the window has begun and not ended. */
  let hasTail = false;
  let open: OpenLine | null = null;

  function extend(bytes: Uint8Array, at: number): void {
    open ??= { at, length: 0, held: 0, parts: [] };
    const part = bytes.slice(0, Math.max(0, request.maxLineBytes - open.held));
    if (part.length > 0) open.parts.push(part);
    open.held += part.length;
    open.length += bytes.length;
  }
  function close(line: OpenLine): void {
    lines.push({ bytes: joinParts(line.parts), at: line.at, length: line.length });
    kept += line.held;
    open = null;
    seen += 1;
  }
  function skip(piece: Uint8Array): number {
    const { lines: skipped, at } = skipLines(piece, layout, before - seen);
    seen += skipped;
    hasTail = seen < before && (at < piece.length || (hasTail && skipped === 0));
    return seen < before ? piece.length : at;
  }
  return {
    lines,
    take(piece, offset) {
      let at = seen < before ? skip(piece) : 0;
      while (at < piece.length) {
        if (lines.length >= request.most || kept >= request.maxBytes) return false;
        const end = findEnd(piece, layout, at);
        extend(piece.subarray(at, end < 0 ? piece.length : end), offset + at);
        if (end < 0) return true;
        if (open !== null) close(open);
        at = end + layout.width;
      }
      return true;
    },
    finish() {
      if (open !== null) close(open);
      return seen + (hasTail ? 1 : 0);
    },
  };
}

function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length <= 1) return only ?? new Uint8Array(0);
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A loop over bytes: a search for each line costs more than the lines of a large file are worth. */
function skipLines(
  bytes: Uint8Array,
  layout: LineLayout,
  count: number,
): { readonly lines: number; readonly at: number } {
  if (layout.width === 2) return skipWideLines(bytes, layout, count);
  const { end } = layout;
  const { length } = bytes;
  let lines = 0;
  let last = 0;
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] !== end) continue;
    lines += 1;
    last = at + 1;
    if (lines === count) break;
  }
  return { lines, at: last };
}

function skipWideLines(
  bytes: Uint8Array,
  { low, end }: LineLayout,
  count: number,
): { readonly lines: number; readonly at: number } {
  let lines = 0;
  let last = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at + low] !== end || bytes[at + 1 - low] !== 0) continue;
    lines += 1;
    last = at + 2;
    if (lines === count) break;
  }
  return { lines, at: last };
}

function findEnd(bytes: Uint8Array, { width, low, end }: LineLayout, from: number): number {
  if (width === 1) return bytes.indexOf(end, from);
  for (let at = from; at + 1 < bytes.length; at += 2)
    if (bytes[at + low] === end && bytes[at + 1 - low] === 0) return at;
  return -1;
}
