/** Doing something until it works, and doing it now and then. */
import { isToolError } from "@toolplane/contract";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Again and again while the store is away, until the signal fires. */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isToolError(error) || error.code !== "unavailable") throw error;
    }
    await rest(pauseMs, signal);
  }
}

export interface Repeating {
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

/** One after the other, until the signal fires; of many machines not all at the same moment. */
export async function repeat(
  work: () => Promise<void>,
  { everyMs, signal, onFault }: Repeating,
): Promise<void> {
  while (!signal.aborted) {
    await rest(everyMs * (0.9 + Math.random() / 5), signal);
    if (signal.aborted) return;
    try {
      await work();
    } catch (error) {
      onFault(error);
    }
  }
}

/** Resolves after a while, or when the signal fires. */
export function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
