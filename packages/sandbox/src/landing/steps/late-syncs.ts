/**
 * Landings that are there and not yet on disk. The answer does not wait for the disk; the plan of a landing does, so that the
 * next start of a machine that was lost meanwhile knows what to look at. Bounded: beyond, the next landing waits.
 */
import type { Clock } from "@toolplane/contract/ports";
import { withinDeadline } from "@toolplane/contract/ports";

interface LateLanding {
  /** Resolves when it is on disk; rejects when that cannot be had, and then the plan stays. */
  readonly sync: () => Promise<void>;
  readonly end: () => void | Promise<void>;
}

export interface LateSyncs {
  /** Resolves when one more may be added. */
  room(): Promise<void>;
  add(landing: LateLanding): void;
  /** Resolves when nothing waits for the disk, or the disk took too long: then the next start ends the plans. */
  settled(): Promise<void>;
}

export interface LateSyncsOptions {
  readonly clock: Clock;
  readonly maxWaitMs: number;
  readonly onFault: (error: unknown) => void;
}

const MAX_PENDING = 8;

export function createLateSyncs({ clock, maxWaitMs, onFault }: LateSyncsOptions): LateSyncs {
  let waiting: LateLanding[] = [];
  let pending = 0;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      try {
        // The last sync brings to disk all that landed before it.
        await now.at(-1)?.sync();
        for (const { end } of now) await end();
      } catch (error) {
        onFault(error);
      }
      pending -= now.length;
    }
    running = null;
  };
  const inTime = async (work: () => Promise<unknown>): Promise<void> => {
    const { signal } = new AbortController();
    const { ended } = await withinDeadline(work, { clock, signal, timeoutMs: maxWaitMs });
    if (ended === "timeout") onFault("the disk takes too long");
  };
  return {
    async room() {
      if (pending >= MAX_PENDING) await inTime(async () => running);
    },
    add(landing) {
      waiting.push(landing);
      pending += 1;
      running ??= run();
    },
    settled: () => (running === null ? Promise.resolve() : inTime(async () => running)),
  };
}
