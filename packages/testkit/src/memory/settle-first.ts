/**
 * Waits for work, a deadline or the end of the call, whichever comes first, and says which it was. Every wait of the
 * memory host goes through here, so that none outlives its call and every cause stays apart from the others.
 */
import type { Clock } from "@toolplane/contract/ports";

export type Settled<T> =
  | { readonly ended: "done"; readonly value: T }
  | { readonly ended: "failed"; readonly error: unknown }
  | { readonly ended: "timeout" }
  | { readonly ended: "cancelled" };

/** What can end a wait beside the work itself. */
export interface WaitBounds {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** No deadline without it. */
  readonly timeoutMs?: number | undefined;
}

/** Starts the work and waits; never rejects. */
export function settleFirst<T>(
  work: () => T | Promise<T>,
  bounds: WaitBounds,
): Promise<Settled<T>> {
  const { clock, signal, timeoutMs } = bounds;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ ended: "cancelled" });
    const end = (settled: Settled<T>) => {
      stopTimer();
      signal.removeEventListener("abort", onAbort);
      resolve(settled);
    };
    const onAbort = () => end({ ended: "cancelled" });
    const stopTimer =
      timeoutMs === undefined
        ? () => {}
        : clock.setTimer(timeoutMs, () => end({ ended: "timeout" }));
    signal.addEventListener("abort", onAbort);
    new Promise<T>((start) => start(work())).then(
      (value) => end({ ended: "done", value }),
      (error: unknown) => end({ ended: "failed", error }),
    );
  });
}
