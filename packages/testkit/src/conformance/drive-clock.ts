/**
 * Waits for work under a fake clock. Work that only waits for other promises settles at once; real work that no clock sees
 * (a lazily loaded module) gets some patience; only then is time moved, step by step, within a bound. So a tool that waits
 * for its clock is served, a tool that loads something is not hurried past its deadline, and a tool that hangs is found out.
 */
import type { FakeClock } from "../create-fake-clock.ts";

export interface DriveBounds {
  /** Real milliseconds before time is moved. */
  readonly patienceMs: number;
  readonly stepMs: number;
  readonly steps: number;
}

export type Driven<T> = { readonly settled: true; readonly value: T } | { readonly settled: false };

/** Drives until the work settles or the steps are used up. The work must not reject. */
export async function driveClock<T>(
  clock: FakeClock,
  work: Promise<T>,
  bounds: DriveBounds,
): Promise<Driven<T>> {
  let driven: Driven<T> = { settled: false };
  const note = work.then((value) => {
    driven = { settled: true, value };
  });
  const settled = () => driven.settled;
  await clock.advance(0);
  if (!settled()) await waitReally(note, bounds.patienceMs);
  for (let step = 0; step < bounds.steps && !settled(); step += 1)
    await clock.advance(bounds.stepMs);
  return driven;
}

/** A machine that hangs uses up one of these, not all the patience: work goes on between two of them. */
const PAUSES = 10;

/** Waits in real time for work that no fake clock sees; at most so long, as long as the machine gives us its time. */
export async function waitReally(work: Promise<unknown>, ms: number): Promise<void> {
  let isDone = false;
  const done = work.then(() => {
    isDone = true;
  });
  for (let pause = 0; pause < PAUSES && !isDone; pause += 1) {
    let stop: () => void = () => {};
    const timer = new Promise<void>((resolve) => {
      const handle = setTimeout(resolve, ms / PAUSES);
      stop = () => clearTimeout(handle);
    });
    await Promise.race([done, timer]);
    stop();
  }
}
