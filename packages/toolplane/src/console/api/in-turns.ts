import type { Store } from "@toolplane/contract";

const TURN_MS = 20;

/** A store whose payloads can be read by the thousand while others are answered: by itself it answers at once, and nobody else has a turn. */
export function inTurns<T extends Pick<Store, "payloads">>(store: T): T {
  let sinceMs = performance.now();
  const { payloads } = store;
  return {
    ...store,
    payloads: {
      ...payloads,
      get: async (digest: string) => {
        if (performance.now() - sinceMs > TURN_MS) {
          await new Promise<void>((resolve) => void setImmediate(resolve));
          sinceMs = performance.now();
        }
        return payloads.get(digest);
      },
    },
  };
}
