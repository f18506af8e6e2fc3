/**
 * Finds lines in the bytes of a file, piece by piece: those before the window are only counted, those in it are kept,
 * the rest is not read. An overlong line is kept in part and measured whole.
 *
 * On the way to the window the next piece is read while this one is counted. The source of pieces has two places for
 * them.
 */
import type { LineLayout } from "./line-layout.ts";
import { skipLines } from "./skip-lines.ts";

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

/** Gives the bytes from an offset on, fewer than a piece only at the end. They may be overwritten by the piece after the next. */
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
    const after = offset + piece.length;
    // Awaited in every case: when the call is over, nothing reads any more.
    const ahead = scan.isBefore() ? settled(source.read(after)) : null;
    const goesOn = scan.take(piece, offset);
    const next = await ahead;
    if (!goesOn) return { lines: scan.lines, total: null };
    offset = after;
    piece = next === null ? await source.read(offset) : next();
  }
  return { lines: scan.lines, total: scan.finish() };
}

/** Returns the piece or throws the fault when called: a piece that was read in vain fails nothing. */
function settled(reading: Promise<Uint8Array>): Promise<() => Uint8Array> {
  return reading.then(
    (piece) => () => piece,
    (fault: unknown) => () => {
      throw fault;
    },
  );
}

interface Scan {
  readonly lines: ScannedLine[];
  /** True while the window was not reached, beginning with the second piece. */
  isBefore(): boolean;
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
  let pieces = 0;

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
    isBefore: () => pieces > 0 && seen < before,
    take(piece, offset) {
      pieces += 1;
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

function findEnd(bytes: Uint8Array, { width, low, end }: LineLayout, from: number): number {
  if (width === 1) return bytes.indexOf(end, from);
  for (let at = from; at + 1 < bytes.length; at += 2)
    if (bytes[at + low] === end && bytes[at + 1 - low] === 0) return at;
  return -1;
}
