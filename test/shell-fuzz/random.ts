/** Seeded chance: the same seed makes the same line on every machine, so a failure is reported as a number. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** An integer in [0, below). */
  int(below: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the rows, by weight. */
  weighted<T>(rows: readonly (readonly [weight: number, value: T])[]): T;
}

/** Makes a generator (mulberry32: small, and good enough for choosing branches). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]): T => list[int(list.length)] as T,
    weighted<T>(rows: readonly (readonly [number, T])[]): T {
      const total = rows.reduce((sum, [weight]) => sum + weight, 0);
      let left = next() * total;
      for (const [weight, value] of rows) {
        left -= weight;
        if (left < 0) return value;
      }
      return (rows.at(-1) as readonly [number, T])[1];
    },
  };
}
