/** Lets go of a run that this process drove. While the store cannot be reached it tries again: nobody else would ever take the run of a process that lives. */
import { isToolError } from "@toolplane/contract";
import type { Clock, Store } from "@toolplane/contract/ports";

export interface LetGo {
  /** Rejects only for what another try would not mend. */
  release(owner: string | null): Promise<void>;
  /** The owner that the run's row may still name; null once the store has taken the release. */
  pending(): string | null;
  /** It is taken again: no further try. */
  stop(): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Some hours: a database that is away for longer is looked after by a person. */
const MOST_TRIES = 1_000;

export function createLetGo(
  id: string,
  {
    store,
    clock,
  }: { readonly store: Pick<Store, "runs">; readonly clock: Pick<Clock, "setTimer"> },
): LetGo {
  let pending: string | null = null;
  const attempt = async (owner: string | null): Promise<boolean> => {
    try {
      await store.runs.claim(id, { owner: null, expected: owner });
      return true;
    } catch (error) {
      if (isToolError(error) && error.code === "unavailable") return false;
      throw error;
    }
  };
  const later = (owner: string | null, tries: number): void => {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
    clock.setTimer(pauseMs, async () => {
      if (pending !== owner || tries >= MOST_TRIES) return;
      const isDone = await attempt(owner).catch(() => true);
      if (pending !== owner) return;
      if (isDone) pending = null;
      else later(owner, tries + 1);
    });
  };
  return {
    async release(owner) {
      pending = owner;
      if (await attempt(owner)) pending = null;
      else later(owner, 0);
    },
    pending: () => pending,
    stop: () => {
      pending = null;
    },
  };
}
