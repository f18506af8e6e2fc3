import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";

const WARM_UP = 8;

/** Times each run alone; the first ones are thrown away. */
export async function timeRuns(count: number, run: () => Promise<unknown>): Promise<Figures> {
  const times: number[] = [];
  for (let index = 0; index < WARM_UP + count; index += 1) {
    const start = performance.now();
    await run();
    if (index >= WARM_UP) times.push(performance.now() - start);
  }
  return { p50Ms: median(times), bestMs: Math.min(...times) };
}
