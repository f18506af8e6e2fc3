/**
 * Counts the usage of a run and everything below it against its limits, while it happens. An answer of a model is paid
 * for by its own run and by every run above it, so no tree of subagents spends more than the bound of any of its
 * members.
 */
import { sum } from "../loop/go-on.ts";
import { reachedLimit } from "../loop/loop-limits.ts";
import {
  type LoopLimits,
  NOTHING_SPENT,
  type ReachedLimit,
  type Spent,
} from "../loop/loop-state.ts";

export interface Purse {
  /** Pays for an answer of the run's own model, here and above. */
  pay(spent: Spent): void;
  /** Pays for an answer of a model below. */
  payBelow(spent: Spent): void;
  /** The bound that is reached, here or above; null where none is. */
  reached(): ReachedLimit | null;
  /** Its own budget in money; null where it has none. */
  money(): { readonly limitMicros: number; readonly spentMicros: number } | null;
  /** A budget in money holds, its own or one above. */
  boundsMoney(): boolean;
  /** Its own budget in money is so much from now on. */
  raise(costMicros: number): void;
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

export function createPurse({ above, workedMs, onBelow, ...used }: PurseOptions): Purse {
  let { limits } = used;
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
    money() {
      const { costMicros: limitMicros } = limits;
      return limitMicros === undefined ? null : { limitMicros, spentMicros: spent.costMicros };
    },
    boundsMoney: () => limits.costMicros !== undefined || (above?.boundsMoney() ?? false),
    raise(costMicros) {
      limits = { ...limits, costMicros };
    },
    renew() {
      turns = 0;
      turnsBelow = 0;
    },
  };
}
