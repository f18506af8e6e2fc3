/** A deadline that pauses while a person is asked. */
import type { Clock } from "@toolplane/contract/ports";

export interface PausableDeadline {
  /** Pauses until the returned function is called; several may hold it. */
  pause(): () => void;
  clear(): void;
}

/** Calls back once, after `timeoutMs` of unpaused time; never without one. */
export function createPausableDeadline(options: {
  readonly clock: Clock;
  readonly timeoutMs: number | undefined;
  readonly onPass: () => void;
}): PausableDeadline {
  const { clock, timeoutMs, onPass } = options;
  let leftMs = timeoutMs ?? 0;
  let pauses = 0;
  let over = timeoutMs === undefined;
  let startedMs = 0;
  let stopTimer = (): void => {};

  function run(): void {
    startedMs = clock.nowMs();
    stopTimer = clock.setTimer(leftMs, () => {
      over = true;
      onPass();
    });
  }
  function resume(): void {
    pauses -= 1;
    if (pauses === 0 && !over) run();
  }
  if (!over) run();
  return {
    pause() {
      pauses += 1;
      if (pauses === 1 && !over) {
        stopTimer();
        leftMs = Math.max(0, leftMs - (clock.nowMs() - startedMs));
      }
      let resumed = false;
      return () => {
        if (!resumed) resume();
        resumed = true;
      };
    },
    clear() {
      over = true;
      stopTimer();
    },
  };
}
