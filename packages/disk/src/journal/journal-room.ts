/**
 * How many changes the journal holds. What was changed lately is never let go of unasked, however many changes came after it: so
 * there is a number past which somebody is asked, and one past which nothing more is taken.
 */
export interface JournalRoom {
  /** Whether so many entries more leave all that is not old in the journal. */
  has(entries: number): boolean;
  /** Lets go of the oldest until they do, old or not: somebody was asked. */
  make(entries: number): void;
}

/** What was changed in this time is let go of only when somebody was asked: they may only now notice. */
export const KEPT_UNASKED_MS: number = 24 * 60 * 60 * 1_000;
