/** Identity and randomness as arguments. */
export interface Ids {
  /** `<prefix>_` and a text that is unique and sorts by creation. */
  next(prefix: string): string;
  /** Unpredictable text for nonces and fences. */
  nonce(): string;
  /** Uniform in [0, 1), for jitter. */
  random(): number;
}
