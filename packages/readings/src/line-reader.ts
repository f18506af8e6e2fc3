/** Cuts a stream of bytes into lines, none longer than its bound; of a longer one nothing is kept. */

export interface LineReaderOptions {
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  /** A line passed the bound; the rest of it is skipped. Told once a line. */
  readonly onTooLong: () => void;
}

export interface LineReader {
  push(chunk: string | Uint8Array): void;
}

const NEWLINE = 0x0a;

export function createLineReader({ maxBytes, onLine, onTooLong }: LineReaderOptions): LineReader {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let pieces: Uint8Array[] = [];
  let held = 0;
  let isSkipping = false;
  const keep = (piece: Uint8Array): void => {
    if (isSkipping) return;
    held += piece.length;
    if (held > maxBytes) {
      isSkipping = true;
      pieces = [];
      onTooLong();
    } else if (piece.length > 0) pieces.push(piece);
  };
  const end = (): void => {
    const line = isSkipping ? null : decoder.decode(joinBytes(pieces, held));
    pieces = [];
    held = 0;
    isSkipping = false;
    if (line !== null) onLine(line);
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
