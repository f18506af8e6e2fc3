/** One seed for every property of a run: a new one each time, or the one that repeats a run. It is told before the first test. */
import { randomInt } from "node:crypto";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly propertySeed: number;
  }
}

/** Called by vitest once a run. */
export function setup(project: TestProject): void {
  const seed = readSeed(process.env.TOOLPLANE_SEED) ?? randomInt(2 ** 31 - 1);
  project.provide("propertySeed", seed);
  console.log(`Properties draw from seed ${seed}; TOOLPLANE_SEED=${seed} draws the same again.`);
}

function readSeed(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const seed = Number(text);
  if (Number.isSafeInteger(seed) && Math.abs(seed) < 2 ** 31) return seed;
  throw new RangeError(`TOOLPLANE_SEED is a whole number of 32 bits, not ${text}`);
}
