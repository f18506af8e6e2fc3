/**
 * Reads a stream piece by piece, at the pace of the reader: one piece waits, and the stream pauses meanwhile. A stream's own
 * iterator asks for each piece again, over several turns of promises, which a short answer of a server feels. A stream that
 * breaks off has ended; a reader that stops leaves it open.
 */
import type { Readable } from "node:stream";

export function readPieces(stream: Readable): AsyncIterator<Uint8Array, undefined> {
  const waiting: Uint8Array[] = [];
  let reader: ((result: IteratorResult<Uint8Array, undefined>) => void) | null = null;
  let isOver = stream.destroyed || stream.readableEnded;
  const hand = (result: IteratorResult<Uint8Array, undefined>): boolean => {
    const waits = reader;
    reader = null;
    waits?.(result);
    return waits !== null;
  };
  const take = (piece: Uint8Array): void => {
    if (hand({ done: false, value: piece })) return;
    waiting.push(piece);
    stream.pause();
  };
  const end = (): void => {
    isOver = true;
    hand(OVER);
  };
  stream.on("data", take);
  for (const event of ["end", "close", "error"]) stream.once(event, end);
  return {
    next() {
      const piece = waiting.shift();
      if (piece !== undefined) return Promise.resolve({ done: false, value: piece });
      if (isOver) return Promise.resolve(OVER);
      return new Promise((resolve) => {
        reader = resolve;
        if (stream.isPaused()) stream.resume();
      });
    },
    async return() {
      stream.off("data", take);
      stream.pause();
      end();
      waiting.length = 0;
      return OVER;
    },
  };
}

const OVER = { done: true, value: undefined } as const;
