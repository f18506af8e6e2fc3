/**
 * Waits for work, a deadline or the end of the call, whichever comes first, and says which it was. The work gets a signal of
 * its own that fires in the last two cases, and is not waited for: what does not listen cannot hold a call.
 */
import type { Clock } from "./clock.ts";

/** How a wait ended. */
export type Ended<T> =
  | { readonly ended: "done"; readonly value: T }
  | { readonly ended: "failed"; readonly error: unknown }
  | { readonly ended: "timeout" }
  | { readonly ended: "cancelled" };

/** The bounds that can end a wait beside the work itself. */
export interface DeadlineBounds {
  readonly clock: Clock;
  /** Without it the wait cannot be cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** Without it there is no deadline. */
  readonly timeoutMs?: number | undefined;
  /** Asked when the time is over: while it says true, the time begins again. */
  readonly isPaused?: (() => boolean) | undefined;
}

/** Starts the work and waits. Never rejects; an error that comes after the end is dropped. Hosts and the kernel call it. */
export function withinDeadline<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { clock, signal, timeoutMs, isPaused }: DeadlineBounds,
): Promise<Ended<T>> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ ended: "cancelled" });
    const inner = new AbortController();
    let stopTimer = (): void => undefined;
    const end = (ended: Ended<T>) => {
      stopTimer();
      signal?.removeEventListener("abort", onAbort);
      resolve(ended);
    };
    const giveUp = (ended: "timeout" | "cancelled") => {
      end({ ended });
      inner.abort();
    };
    const onAbort = () => giveUp("cancelled");
    const arm = (ms: number): void => {
      stopTimer = clock.setTimer(ms, () => (isPaused?.() ? arm(ms) : giveUp("timeout")));
    };
    if (timeoutMs !== undefined) arm(timeoutMs);
    signal?.addEventListener("abort", onAbort);
    new Promise<T>((start) => start(work(inner.signal))).then(
      (value) => end({ ended: "done", value }),
      (error: unknown) => end({ ended: "failed", error }),
    );
  });
}
