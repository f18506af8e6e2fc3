/**
 * Bounds how many changes the journal holds. A change that was made lately is never let go of unasked, however many came after
 * it. So there is a number past which a person is asked, and one past which nothing more is taken.
 */
export interface JournalRoom {
  /** True when so many entries more leave all that is not old in the journal. */
  has(entries: number): boolean;
  /** Lets go of the oldest until they do, old or not: a person was asked. */
  make(entries: number): void;
}

/** Changes of this time are let go of only after a person was asked: they may only now notice. */
export const KEPT_UNASKED_MS: number = 24 * 60 * 60 * 1_000;
