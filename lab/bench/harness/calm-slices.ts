/**
 * A shared machine has two speeds: while a neighbour uses the other half of a core, everything takes nearly twice as long, for
 * milliseconds or for seconds. So a row is measured in short slices, and a fixed piece of arithmetic is timed before and after
 * each: a slice counts when both took about as long as that arithmetic takes at its best, and when the scheduler did not take
 * the core away meanwhile. The choice looks at the machine only, never at the row's own time: a slice with a garbage collection
 * in it is as likely to count as one without. Where a child finds no calm the calmest slices count, and it says so: then the
 * row is measured once more.
 */

/** How much slower than its best the yardstick may be. */
const CALM = 1.12;
/** How long a child goes on looking for calm slices. */
const PATIENCE_MS = 3_000;

/** Carries the yardstick's best time from the parent, which has looked at the machine for longer than one row runs. */
export const YARDSTICK_VARIABLE = "BENCH_YARDSTICK_MS";

/** The figure under which a child says what share of its slices was calm. */
export const CALM_SHARE = "calmShare";

/** The values of the slices, and the share of them that was calm; below 1 the machine never calmed down for long enough. */
export interface CalmSlices<T> {
  readonly values: readonly T[];
  readonly calmShare: number;
}

/** Runs `slice` until so many calm ones are there, or until patience ends. */
export async function calmSlices<T>(
  wanted: number,
  slice: (index: number) => Promise<T>,
): Promise<CalmSlices<T>> {
  const limit =
    CALM * Math.min(bestYardstickMs(50), Number(process.env[YARDSTICK_VARIABLE] || "9"));
  const until = performance.now() + PATIENCE_MS;
  const slices: { readonly yardstick: number; readonly value: T }[] = [];
  let calm = 0;
  for (let index = 0; calm < wanted || slices.length < wanted; index += 1) {
    const isLate = performance.now() > until;
    if (isLate && slices.length >= wanted) break;
    while (!isLate && yardstickMs() > limit && performance.now() < until);
    const switches = preemptions();
    const before = yardstickMs();
    const value = await slice(index);
    const after = yardstickMs();
    const yardstick = Math.max(before, after) * (1 + preemptions() - switches);
    slices.push({ yardstick, value });
    if (yardstick <= limit) calm += 1;
  }
  slices.sort((one, other) => one.yardstick - other.yardstick);
  const values = slices.slice(0, wanted).map(({ value }) => value);
  return { values, calmShare: Math.min(1, calm / wanted) };
}

/** How often the scheduler took the core from this process; always 0 where the system does not count it. */
function preemptions(): number {
  return process.resourceUsage().involuntaryContextSwitches;
}

/** The shortest of so many runs of the yardstick. */
export function bestYardstickMs(turns: number): number {
  // Once for the compiler: the first runs are interpreted.
  for (let turn = 0; turn < 300; turn += 1) yardstickMs();
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn += 1) best = Math.min(best, yardstickMs());
  return best;
}

/** About 30 us of arithmetic that fills the core's units and touches no memory. */
function yardstickMs(): number {
  const start = performance.now();
  let a = 1;
  let b = 2;
  let c = 3;
  let d = 4;
  let e = 5;
  for (let turn = 0; turn < 20_000; turn += 1) {
    a = (a + turn) ^ b;
    b = (b + a) | 0;
    c = (c + turn * 3) ^ d;
    d = ((d ^ c) + 1) | 0;
    e = (e + turn) & 0xffff;
    if (e & 8) a ^= 1;
  }
  const spent = performance.now() - start;
  // The sum is used, so that no compiler may leave the loop out.
  return a + b + c + d + e === 0.5 ? 0 : spent;
}
