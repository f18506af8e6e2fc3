/**
 * Counts the usage of a run and everything below it against its limits, while it happens. An answer of a model is paid
 * for by its own run and by every run above it, so no tree of subagents spends more than the bound of any of its
 * members.
 */
import { sum } from "../loop/go-on.ts";
import { type ReachedLimit, reachedLimit } from "../loop/loop-limits.ts";
import { type LoopLimits, NOTHING_SPENT, type Spent } from "../loop/loop-state.ts";

export interface Purse {
  /** Pays for an answer of the run's own model, here and above. */
  pay(spent: Spent): void;
  /** Pays for an answer of a model below. */
  payBelow(spent: Spent): void;
  /** The bound that is reached, here or above; null where none is. */
  reached(): ReachedLimit | null;
  /** Starts the count of answers again, at new words of a person or parent. */
  renew(): void;
}

export interface PurseOptions {
  readonly limits: LoopLimits;
  readonly above: Purse | null;
  /** The earlier usage of a run that goes on. */
  readonly spent?: Spent;
  readonly turns?: number;
  readonly turnsBelow?: number;
  /** How long the run has worked since its last prompt. */
  readonly workedMs: () => number;
  /** Called for each answer below. */
  readonly onBelow: (spent: Spent) => void;
}

export function createPurse({ limits, above, workedMs, onBelow, ...used }: PurseOptions): Purse {
  let { spent = NOTHING_SPENT, turns = 0, turnsBelow = 0 } = used;
  return {
    pay(more) {
      turns += 1;
      spent = sum(spent, more);
      above?.payBelow(more);
    },
    payBelow(more) {
      turnsBelow += 1;
      spent = sum(spent, more);
      onBelow(more);
      above?.payBelow(more);
    },
    reached: () =>
      reachedLimit({ settings: { limits }, turns, turnsBelow, spent, workedMs: workedMs() }) ??
      above?.reached() ??
      null,
    renew() {
      turns = 0;
      turnsBelow = 0;
    },
  };
}
