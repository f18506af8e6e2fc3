/** Waits for a promise, but not for ever. */
import type { Clock } from "@toolplane/contract";

/** How long to wait. Without a clock there is no end. */
export interface WaitBound {
  readonly clock: Clock | null;
  readonly ms: number;
  /** True while the time stands still; then it starts anew. */
  readonly paused?: () => boolean;
}

/** True when the promise settled in time; what it rejects with, it rejects with here. A late rejection reaches nobody. */
export function awaitWithin(
  work: Promise<unknown>,
  { clock, ms, paused }: WaitBound,
): Promise<boolean> {
  if (!clock) return work.then(() => true);
  return new Promise((resolve, reject) => {
    let disarm = (): void => undefined;
    const arm = (): void => {
      disarm = clock.setTimer(ms, () => (paused?.() ? arm() : resolve(false)));
    };
    arm();
    work.then(
      () => {
        disarm();
        resolve(true);
      },
      (error: unknown) => {
        disarm();
        reject(error);
      },
    );
  });
}
