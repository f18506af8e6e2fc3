/**
 * Keeps the lease of this process while it drives a run or waits for an answer. A store of one machine gives none, and then there is
 * nothing to keep.
 */
import type { Clock, Store } from "@toolplane/contract/ports";

export interface LeaseKeeper {
  /** Resolves when the lease holds, to a function that lets go of it. Rejects where the store cannot be reached. */
  hold(): Promise<() => void>;
}

/** Renewals that fit in a lease: some of them may fail. */
const BEATS = 4;

export function createLeaseKeeper(
  { leases }: Pick<Store, "leases">,
  clock: Pick<Clock, "setTimer">,
): LeaseKeeper {
  if (leases === undefined) return { hold: async () => () => {} };
  let holds = 0;
  /** The last one, unless it failed. */
  let renewal: Promise<void> | null = null;
  let stop = () => {};
  const renew = (): Promise<void> => {
    const next = leases.renew();
    renewal = next;
    next.catch(() => {
      if (renewal === next) renewal = null;
    });
    return next;
  };
  const beat = (): void => {
    stop = clock.setTimer(leases.forMs / BEATS, async () => {
      // One that fails is followed by another; where the lease runs out meanwhile, the fence decides.
      await renew().catch(() => undefined);
      if (holds > 0) beat();
    });
  };
  const letGo = (): void => {
    holds -= 1;
    if (holds > 0) return;
    stop();
    renewal = null;
  };
  return {
    async hold() {
      holds += 1;
      if (holds === 1) beat();
      try {
        await (renewal ?? renew());
      } catch (error) {
        letGo();
        throw error;
      }
      let isHeld = true;
      return () => {
        if (isHeld) letGo();
        isHeld = false;
      };
    },
  };
}
