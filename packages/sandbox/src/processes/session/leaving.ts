/** Work that is left when an answer is given: done in order once it is, and at the latest when the session closes. */
export interface Leaving {
  add(work: () => void): void;
  /** Does at once all that is left, in order: for a session that closes. */
  finish(): void;
}

export function createLeaving(): Leaving {
  const waiting: (() => void)[] = [];
  const next = (): void => waiting.shift()?.();
  return {
    add(work) {
      waiting.push(work);
      setImmediate(next);
    },
    finish() {
      while (waiting.length > 0) next();
    },
  };
}
