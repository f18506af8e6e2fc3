/**
 * The memory host with a clock that runs. A fake clock would make every duration zero and its price vanish from the bench; ids
 * count instead of being random, so that they cost a call next to nothing in any row.
 */
import type { Clock, Host, Ids } from "@toolplane/contract/ports";
import { createMemoryHost } from "@toolplane/testkit";

/** A host with these files below `/workspace`, real time and counted ids. */
export function createRealClockHost(files: Readonly<Record<string, string>>): Host {
  return createMemoryHost<Clock>({ files, clock: createRealClock(), ids: createCheapIds() });
}

function createRealClock(): Clock {
  return {
    nowMs: () => performance.now(),
    wallMs: () => Date.now(),
    setTimer(ms, callback) {
      const timer = setTimeout(callback, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

function createCheapIds(): Ids {
  let count = 0;
  return {
    next: (prefix) => `${prefix}_${++count}`,
    nonce: () => `nonce_${++count}`,
    random: () => 0.5,
  };
}
