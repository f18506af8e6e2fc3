/**
 * The head of a command's output: what a result carries, and what is shown while the command runs. It is the same text, so
 * that a person and a model see the same. When the bound cuts it, what the redactor still holds back is left out: it may be
 * the first half of a secret.
 */
import type { SpoolReader } from "./spool-reader.ts";

/** A head that grows with the spool. */
export interface OutputHead {
  /** Takes in what was written since. */
  advance(): void;
  /** All that will ever be written is there. */
  finish(): { readonly text: string; readonly cut: boolean };
}

export function createOutputHead(options: {
  readonly reader: SpoolReader;
  readonly maxBytes: number;
  readonly onOutput?: ((text: string) => void) | undefined;
}): OutputHead {
  const { reader, maxBytes, onOutput } = options;
  const pieces: string[] = [];
  let bytes = 0;
  let cut = false;

  function take(piece: string): void {
    if (piece === "" || cut) return;
    const size = Buffer.byteLength(piece);
    cut = bytes + size > maxBytes;
    const kept = cut ? cutToBytes(piece, maxBytes - bytes) : piece;
    bytes += size;
    if (kept === "") return;
    pieces.push(kept);
    try {
      onOutput?.(kept);
    } catch {
      // A fault of a mere listener cannot end the command, nor the host from within a timer.
    }
  }
  function advance(): void {
    for (let piece = cut ? null : reader.next(); piece !== null; piece = cut ? null : reader.next())
      take(piece);
  }
  return {
    advance,
    finish() {
      advance();
      if (!cut) take(reader.end());
      return { text: pieces.join(""), cut };
    },
  };
}

/** The longest beginning that fits, never half a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = Math.max(0, maxBytes);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
