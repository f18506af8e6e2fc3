/** Takes a share of what takes minutes whole, another one each time. `npm run whole` takes all. */
import { inject } from "vitest";

/** True: nothing is left out. */
export const isWhole: boolean = process.env.TOOLPLANE_WHOLE === "1";

/** Longer than other tests have: one that takes a sample runs many cases one after the other, and all of them take minutes. */
export const SAMPLED_MS: number = isWhole ? 3_600_000 : 300_000;

/** About so many of the items, evenly spread; the seed of the run decides which. */
export function sampleOf<T>(items: readonly T[], count: number): readonly T[] {
  if (isWhole) return items;
  const stride = Math.max(1, Math.ceil(items.length / count));
  const first = inject("propertySeed") % stride;
  return items.filter((_item, index) => index % stride === first);
}

/** A sample of the numbers below `count`, the first and the last always among them: what changes between the two is met. */
export function sampleOfSteps(count: number, taken: number): readonly number[] {
  const steps = Array.from({ length: count }, (_value, index) => index);
  return [...new Set([0, ...sampleOf(steps, taken), count - 1])];
}
