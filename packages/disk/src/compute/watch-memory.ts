/**
 * Tells when a worker holds too much beside its heap. The limits that a worker is started with count objects only: what a parser
 * unpacks lies in buffers beside them, and a document of one megabyte can unpack to gigabytes. The worker is asked from outside, and
 * answers in the middle of a loop too.
 */
import type { Worker } from "node:worker_threads";
import type { Clock } from "@toolplane/contract/ports";

/** Within it a parser unpacks some ten megabytes. */
const LOOK_MS = 25;

export interface MemoryWatch {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** Called once. */
  readonly onOver: () => void;
}

/** Gives what ends the watch. */
export function watchMemory(worker: Worker, { clock, maxBytes, onOver }: MemoryWatch): () => void {
  let ended = false;
  let disarm = (): void => {};
  const again = (): void => {
    if (!ended) disarm = clock.setTimer(LOOK_MS, look);
  };
  const look = (): void => {
    worker.getHeapStatistics().then(
      ({ external_memory: bytes }) => {
        if (ended) return;
        if (bytes <= maxBytes) return again();
        ended = true;
        onOver();
      },
      // The worker is not there yet, or no longer: the caller that waits for it hears that.
      again,
    );
  };
  again();
  return () => {
    ended = true;
    disarm();
  };
}
