import type { Clock } from "@toolplane/contract/ports";

/** Node takes a longer delay for 1 ms; such waits are made of several timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock. `nowMs` is monotonic; no timer of it keeps a process alive. */
export function createSystemClock(): Clock {
  return {
    // The first use of `performance` loads all that can be observed of a process.
    nowMs: () => process.uptime() * 1000,
    wallMs: () => Date.now(),
    setTimer(ms, callback) {
      let timer: NodeJS.Timeout;
      function arm(left: number): void {
        const step = Math.min(left, LONGEST_TIMER_MS);
        timer = setTimeout(() => (left > step ? arm(left - step) : callback()), step);
        timer.unref();
      }
      arm(ms > 0 ? Math.ceil(ms) : 0);
      return () => clearTimeout(timer);
    },
  };
}
