import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";

/** How many runs count, after how many that do not. */
export interface CallTimes {
  readonly warmUp: number;
  readonly runs: number;
}

/** Times each run alone, and the very first one, cold, beside them; `check` looks at what it brought, outside the time. */
export async function timeCalls<T>(
  { warmUp, runs }: CallTimes,
  run: (index: number) => Promise<T>,
  check: (brought: T) => void,
): Promise<Figures> {
  const times: number[] = [];
  let firstMs = 0;
  for (let index = 0; index < warmUp + runs; index += 1) {
    const start = performance.now();
    const brought = await run(index);
    const spent = performance.now() - start;
    if (index === 0) firstMs = spent;
    if (index >= warmUp) times.push(spent);
    check(brought);
  }
  return { p50Ms: median(times), bestMs: Math.min(...times), firstMs };
}
