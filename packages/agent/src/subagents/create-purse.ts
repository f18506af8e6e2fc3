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
  /** Takes room for the next answer out of what it shares with runs elsewhere; the bound that is reached where there is none. */
  reserve(signal: AbortSignal): Promise<ReachedLimit | null>;
  /** Its own budget in money, or the one that it shares; null where it has none. */
  money(): PurseMoney | null;
  /** A budget in money holds, its own or one above. */
  boundsMoney(): boolean;
  /** Its own budget in money is so much from now on. */
  raise(costMicros: number): Promise<void>;
  /** Starts the count of answers again, at new words of a person or parent. */
  renew(): void;
}

export interface PurseMoney {
  readonly limitMicros: number;
  readonly spentMicros: number;
  /** It is that of a run above, which works elsewhere. */
  readonly isAbove?: true;
}

/** The part of a family's budget for runs that are driven elsewhere, on any machine: kept where all of them find it. */
export interface PurseShare {
  /** Counts an answer. */
  spend(spent: Spent): void;
  reserve(signal: AbortSignal): Promise<ReachedLimit | null>;
  money(): PurseMoney | null;
  raise(costMicros: number): Promise<void>;
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
  /** Null as long as nothing of its family is driven elsewhere. */
  readonly share?: () => PurseShare | null;
}

export function createPurse({
  above,
  workedMs,
  onBelow,
  share = () => null,
  ...used
}: PurseOptions): Purse {
  let { limits } = used;
  let { spent = NOTHING_SPENT, turns = 0, turnsBelow = 0 } = used;
  return {
    pay(more) {
      turns += 1;
      spent = sum(spent, more);
      share()?.spend(more);
      above?.payBelow(more);
    },
    payBelow(more) {
      turnsBelow += 1;
      spent = sum(spent, more);
      onBelow(more);
      share()?.spend(more);
      above?.payBelow(more);
    },
    reached: () =>
      reachedLimit({ settings: { limits }, turns, turnsBelow, spent, workedMs: workedMs() }) ??
      above?.reached() ??
      null,
    reserve: async (signal) =>
      (await share()?.reserve(signal)) ?? (await above?.reserve(signal)) ?? null,
    money() {
      const shared = share()?.money() ?? null;
      if (shared !== null) return shared;
      const { costMicros: limitMicros } = limits;
      return limitMicros === undefined ? null : { limitMicros, spentMicros: spent.costMicros };
    },
    boundsMoney: () =>
      limits.costMicros !== undefined ||
      (share()?.money() ?? null) !== null ||
      (above?.boundsMoney() ?? false),
    async raise(costMicros) {
      // What it shares is another's, and bounds it as that.
      if (share()?.money()?.isAbove !== true) limits = { ...limits, costMicros };
      await share()?.raise(costMicros);
    },
    renew() {
      turns = 0;
      turnsBelow = 0;
    },
  };
}
