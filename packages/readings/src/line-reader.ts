/** Cuts a stream of bytes into lines, none longer than its bound; of a longer one only its two edges are kept. */
import type { MessageEdges } from "./message-edges.ts";

export interface LineReaderOptions {
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  /** A line passed the bound; the rest of it is skipped. Told once a line. */
  readonly onTooLong?: () => void;
  /** A line that passed the bound has come to its end. */
  readonly onSkipped?: (edges: MessageEdges) => void;
}

export interface LineReader {
  push(chunk: string | Uint8Array): void;
}

const NEWLINE = 0x0a;
const EDGE_BYTES = 2_048;

export function createLineReader(options: LineReaderOptions): LineReader {
  const { maxBytes, onLine, onTooLong, onSkipped } = options;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let pieces: Uint8Array[] = [];
  let held = 0;
  let skipped: { readonly head: Uint8Array; tail: Uint8Array } | null = null;
  const keep = (piece: Uint8Array): void => {
    if (skipped) {
      skipped.tail = lastOf(skipped.tail, piece);
      return;
    }
    held += piece.length;
    if (piece.length > 0) pieces.push(piece);
    if (held <= maxBytes) return;
    const whole = joinBytes(pieces, held);
    skipped = { head: whole.slice(0, EDGE_BYTES), tail: whole.slice(-EDGE_BYTES) };
    pieces = [];
    onTooLong?.();
  };
  const end = (): void => {
    const over = skipped;
    const line = over ? null : decoder.decode(joinBytes(pieces, held));
    pieces = [];
    held = 0;
    skipped = null;
    if (line !== null) onLine(line);
    if (over) onSkipped?.({ head: decoder.decode(over.head), tail: decoder.decode(over.tail) });
  };
  return {
    push(chunk) {
      const bytes = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
      let from = 0;
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
        keep(bytes.subarray(from, at));
        end();
        from = at + 1;
      }
      keep(bytes.subarray(from));
    },
  };
}

function lastOf(tail: Uint8Array, piece: Uint8Array): Uint8Array {
  if (piece.length >= EDGE_BYTES) return piece.slice(-EDGE_BYTES);
  return joinBytes([tail, piece], tail.length + piece.length).slice(-EDGE_BYTES);
}

function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first, ...others] = pieces;
  if (first !== undefined && others.length === 0) return first;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
