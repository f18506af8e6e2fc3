/**
 * Indexes calls that were recorded without an index, for as long as the server runs: a small portion, then a pause in which requests
 * have their turn. Where nothing is left it looks again now and then, as other programs may record without an index.
 */
import type { Store } from "@toolplane/contract/ports";
import { indexCalls } from "@toolplane/library/rooms/record";

const PAUSE_MS = 5;
const AGAIN_MS = 60_000;

export interface Indexing {
  /** Settles when the portion that is under way is written. */
  close(): Promise<void>;
}

export function indexInBackground(store: Store, onError: (error: Error) => void): Indexing {
  const { calls } = store;
  if (!calls) return { close: async () => {} };
  let isOpen = true;
  let wake = (): void => {};
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const work = async (): Promise<void> => {
    while (isOpen) {
      // A store that is busy is asked again later.
      await indexCalls(
        { ...store, calls },
        { goesOn: () => isOpen, turn: () => pause(PAUSE_MS) },
      ).catch((error: unknown) => {
        onError(error instanceof Error ? error : new TypeError(String(error)));
      });
      if (isOpen) await pause(AGAIN_MS);
    }
  };
  const done = work();
  return {
    close() {
      isOpen = false;
      wake();
      return done;
    },
  };
}
