/**
 * Waits for work, a deadline or the end of the call, whichever comes first, and says which it was. The work gets a signal of
 * its own that fires in the last two cases, and is not waited for: what does not listen cannot hold a call.
 */
import type { Clock } from "@toolplane/contract/ports";

export type Ended<T> =
  | { readonly ended: "done"; readonly value: T }
  | { readonly ended: "failed"; readonly error: unknown }
  | { readonly ended: "timeout" }
  | { readonly ended: "cancelled" };

/** What can end a wait beside the work itself. */
export interface DeadlineBounds {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Starts the work and waits; never rejects. */
export function withinDeadline<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { clock, signal, timeoutMs }: DeadlineBounds,
): Promise<Ended<T>> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ ended: "cancelled" });
    const inner = new AbortController();
    const end = (ended: Ended<T>) => {
      stopTimer();
      signal.removeEventListener("abort", onAbort);
      resolve(ended);
    };
    const giveUp = (ended: "timeout" | "cancelled") => {
      end({ ended });
      inner.abort();
    };
    const onAbort = () => giveUp("cancelled");
    const stopTimer = clock.setTimer(timeoutMs, () => giveUp("timeout"));
    signal.addEventListener("abort", onAbort);
    new Promise<T>((start) => start(work(inner.signal))).then(
      (value) => end({ ended: "done", value }),
      (error: unknown) => end({ ended: "failed", error }),
    );
  });
}
