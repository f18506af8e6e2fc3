/**
 * Ids that count, so that a test can write them down: `call_0001`, `call_0002`, one count for each prefix.
 * They sort by creation as long ids do: past 9999 a letter, which sorts after every digit, opens a wider count.
 */
import type { Ids } from "@toolplane/contract/ports";

export interface CountingIdsOptions {
  /** Seed of `random`; the same seed gives the same numbers. */
  readonly seed?: number;
}

/** Makes deterministic ids. Nonces count too: they are predictable, which is right in a test and nowhere else. */
export function createCountingIds(options: CountingIdsOptions = {}): Ids {
  const counts = new Map<string, number>();
  let state = (options.seed ?? 1) >>> 0;

  function count(name: string): string {
    const next = (counts.get(name) ?? 0) + 1;
    counts.set(name, next);
    return next < 10_000 ? String(next).padStart(4, "0") : `x${String(next).padStart(12, "0")}`;
  }

  return {
    next: (prefix) => `${prefix}_${count(`id ${prefix}`)}`,
    nonce: () => `nonce${count("nonce")}`,
    // Mulberry32: thirty-two bits of state are plenty for the jitter of a test.
    random() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}
