/**
 * Lets go of a run that this process drove, or may have taken. While the store cannot be reached it tries again: nobody else would ever
 * take the run of a process that lives.
 */
import { isToolError } from "@toolplane/contract";
import type { Clock, Store } from "@toolplane/contract/ports";

export interface LetGo {
  /** Rejects only for what another try would not mend. */
  release(owner: string | null): Promise<void>;
  /** The same for a claim whose answer was lost. It may come yet, behind what it waits for in the store, so it is looked for a while. */
  undo(owner: string): Promise<void>;
  /** The owner that the run's row may still name; null once the store has taken the release. */
  pending(): string | null;
  /** It is taken again: no further try. */
  stop(): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Some hours: a database that is away for longer is looked after by a person. */
const MOST_TRIES = 1_000;
/** More than a minute: no store lets a statement wait for longer. */
const UNDO_TRIES = 8;

type Attempt = "let go" | "not named" | "away";
type IsDone = (outcome: Attempt, tries: number) => boolean;

export function createLetGo(
  id: string,
  {
    store,
    clock,
  }: { readonly store: Pick<Store, "runs">; readonly clock: Pick<Clock, "setTimer"> },
): LetGo {
  let pending: string | null = null;
  const attempt = async (owner: string | null): Promise<Attempt> => {
    try {
      const isNamed = await store.runs.claim(id, { owner: null, expected: owner });
      return isNamed ? "let go" : "not named";
    } catch (error) {
      if (isToolError(error) && error.code === "unavailable") return "away";
      throw error;
    }
  };
  const later = (owner: string | null, isDone: IsDone, tries: number): void => {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
    clock.setTimer(pauseMs, async () => {
      if (pending !== owner || tries >= MOST_TRIES) return;
      const done = await attempt(owner).then(
        (outcome) => isDone(outcome, tries + 1),
        () => true,
      );
      if (pending !== owner) return;
      if (done) pending = null;
      else later(owner, isDone, tries + 1);
    });
  };
  const begin = async (owner: string | null, isDone: IsDone): Promise<void> => {
    pending = owner;
    if (isDone(await attempt(owner), 0)) pending = null;
    else later(owner, isDone, 0);
  };
  return {
    release: (owner) => begin(owner, (outcome) => outcome !== "away"),
    undo: (owner) =>
      begin(
        owner,
        (outcome, tries) =>
          outcome === "let go" || (outcome === "not named" && tries >= UNDO_TRIES),
      ),
    pending: () => pending,
    stop: () => {
      pending = null;
    },
  };
}
