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
    const line = isSkipping ? null : textOf(pieces);
    pieces = [];
    held = 0;
    isSkipping = false;
    if (line !== null) onLine(line);
  };
  return {
    push(chunk) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
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

function textOf(pieces: readonly Uint8Array[]): string {
  const [first, ...others] = pieces;
  if (!first) return "";
  const whole = others.length === 0 ? first : Buffer.concat(pieces as Uint8Array[]);
  return Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString("utf8");
}
