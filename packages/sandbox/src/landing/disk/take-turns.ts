/**
 * Does long work in pieces. Landing ten thousand files is a second of system calls. Between the pieces the loop turns, so that
 * other calls go on, progress is reported and a cancel is heard.
 */

/** Work that says where it may be interrupted. */
export type Pieces<T> = Generator<void, T, void>;

const PIECES_PER_TURN = 64;

/** Does the work and lets the loop turn after every so many pieces. */
export async function takeTurns<T>(work: Pieces<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    if (count % PIECES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Does the work at once, where nothing may come between. */
export function takeAtOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}
