/**
 * Measures a call that takes about a microsecond.
 *
 * - p50 and p99: every call timed alone, the price of the timer (measured in the same child) taken off.
 * - Calm slices only (calm-slices.ts says why), chosen by a yardstick and never by the row's own time.
 * - mean: a loop without timers inside, so that the timer is not in it and everything else is: garbage collection, batches that
 *   are flushed, the pause that lets them flush.
 * - Both loops give the event loop a turn after every 64 calls. Without it nothing that is batched "per tick" would ever run,
 *   and the one who batches would look cheaper than he is.
 * - heapBytes: bytes allocated by a call, not bytes retained. V8 here has no counter of allocated bytes, so a second child gets
 *   a young generation that holds all calls of the count, and the growth of `used_heap_size` is read before any collection; a
 *   run in which one happened is repeated with fewer calls. retainedBytes: what is left of it after a full collection.
 */
import { setImmediate as nextTick } from "node:timers/promises";
import { GCProfiler, getHeapStatistics } from "node:v8";
import { CALM_SHARE, calmSlices } from "./calm-slices.ts";
import type { Figures, Pass } from "./section.ts";
import { quantile } from "./statistics.ts";

/** One call; `index` is new each time, so that ids can be. */
export type BenchCall = (index: number) => Promise<unknown>;

/** How much of it to run: calls to warm up, then so many calm slices for each of the two timed loops. */
export interface CallCounts {
  readonly warmup: number;
  readonly slices: number;
}

/** Calls between two turns of the event loop. */
const BATCH = 64;
const SLICE_MS = 3;
const MAX_SLICE_BATCHES = 32;

/** Where the ids of the second loop begin: past all that the first can have used while it looked for calm slices. */
const MEAN_AT = 1 << 17;

const YOUNG_MIB = 128;
/** Half of the young generation at most: counting ends before V8 feels like collecting. */
const COUNTED_BYTES = (YOUNG_MIB / 2) * 1024 * 1024;
const MAX_COUNTED = 20_000;

/** The two passes of a row: times under Node's own settings, allocations under a large young generation. */
export function callPasses(setup: () => Promise<BenchCall>, counts: CallCounts): readonly Pass[] {
  return [
    { nodeFlags: ["--expose-gc"], measure: async () => measureTimes(await setup(), counts) },
    {
      nodeFlags: [
        "--expose-gc",
        `--min-semi-space-size=${YOUNG_MIB}`,
        `--max-semi-space-size=${YOUNG_MIB}`,
      ],
      measure: async () => measureHeap(await setup(), counts),
    },
  ];
}

async function measureTimes(call: BenchCall, counts: CallCounts): Promise<Figures> {
  const { warmup, slices } = counts;
  const sliceCalls = await warmUp(call, warmup);
  collect();
  const timer = timerPriceNs();
  const timed = await calmSlices(slices, (slice) =>
    timeEach(call, warmup + slice * sliceCalls, sliceCalls),
  );
  const samples = Float64Array.from(timed.values.flatMap((slice) => [...slice]));
  const p50Ns = Math.max(0, quantile(samples, 0.5) - timer);
  const p99Ns = Math.max(0, quantile(samples, 0.99) - timer);
  collect();
  const begin = warmup + MEAN_AT;
  const whole = await calmSlices(slices, async (slice) => {
    const start = performance.now();
    await runCalls(call, begin + slice * sliceCalls, sliceCalls);
    return performance.now() - start;
  });
  const spentMs = whole.values.reduce((sum, ms) => sum + ms, 0);
  const meanNs = (spentMs * 1e6) / (whole.values.length * sliceCalls);
  return { p50Ns, meanNs, p99Ns, [CALM_SHARE]: Math.min(timed.calmShare, whole.calmShare) };
}

/** Warms up, and says how many calls make a slice: short ones, because a machine stays calm for milliseconds only. */
async function warmUp(call: BenchCall, count: number): Promise<number> {
  await runCalls(call, 0, count - (count >> 2));
  const start = performance.now();
  await runCalls(call, count - (count >> 2), count >> 2);
  const callMs = (performance.now() - start) / (count >> 2);
  return BATCH * Math.max(1, Math.min(MAX_SLICE_BATCHES, Math.round(SLICE_MS / callMs / BATCH)));
}

async function timeEach(call: BenchCall, from: number, count: number): Promise<Float64Array> {
  const samples = new Float64Array(count);
  for (let done = 0; done < count; ) {
    const until = Math.min(count, done + BATCH);
    for (; done < until; done += 1) {
      const start = performance.now();
      await call(from + done);
      samples[done] = (performance.now() - start) * 1e6;
    }
    await nextTick();
  }
  return samples;
}

async function runCalls(call: BenchCall, from: number, count: number): Promise<void> {
  for (let done = 0; done < count; ) {
    const until = Math.min(count, done + BATCH);
    for (; done < until; done += 1) await call(from + done);
    await nextTick();
  }
}

function timerPriceNs(): number {
  const samples = new Float64Array(20_000);
  for (let index = 0; index < samples.length; index += 1) {
    const start = performance.now();
    samples[index] = (performance.now() - start) * 1e6;
  }
  return quantile(samples, 0.5);
}

async function measureHeap(call: BenchCall, counts: CallCounts): Promise<Figures> {
  await runCalls(call, 0, counts.warmup);
  const trial = await countBytes(call, counts.warmup, BATCH);
  let count = Math.min(MAX_COUNTED, Math.max(BATCH, Math.floor(COUNTED_BYTES / trial.heapBytes)));
  let from = counts.warmup + BATCH;
  for (let tries = 0; tries < 6; tries += 1) {
    const { collections, heapBytes, retainedBytes } = await countBytes(call, from, count);
    if (collections === 0) return { heapBytes, retainedBytes };
    from += count;
    count = Math.max(BATCH, count >> 1);
  }
  return { heapBytes: Number.NaN, retainedBytes: Number.NaN };
}

async function countBytes(
  call: BenchCall,
  from: number,
  count: number,
): Promise<{
  readonly collections: number;
  readonly heapBytes: number;
  readonly retainedBytes: number;
}> {
  collect();
  const profiler = new GCProfiler();
  const before = getHeapStatistics().used_heap_size;
  profiler.start();
  await runCalls(call, from, count);
  const allocated = getHeapStatistics().used_heap_size - before;
  const collections = profiler.stop()?.statistics.length ?? 0;
  collect();
  const retained = getHeapStatistics().used_heap_size - before;
  return { collections, heapBytes: allocated / count, retainedBytes: retained / count };
}

/** Twice: the first collection may leave what finalisers still hold. */
function collect(): void {
  globalThis.gc?.();
  globalThis.gc?.();
}
