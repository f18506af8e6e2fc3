/**
 * One purse for a family whose runs are driven on several machines. It lies in the store, beside the first session of the family, and is
 * replaced only by whoever knows what stands in it. A run takes a share of what is left before it spends, and is asked again when that
 * is used up; what it has used stands in its own state. So a worker that dies leaves nothing open: whoever goes on with its run puts
 * what that had used in the place of its share.
 */
import {
  type LoopLimits,
  type PurseMoney,
  type PurseShare,
  type ReachedLimit,
  reachedLimit,
  type Spent,
} from "@toolplane/agent";
import { type Json, ToolError } from "@toolplane/contract";
import type { Clock, Store } from "@toolplane/contract/ports";

export interface FamilyPurse extends PurseShare {
  /** Reads it. `limits`: those of the family, for the first run of it, which makes it. */
  open(limits: LoopLimits | null): Promise<void>;
  /** Gives back what a run has not used; of this one unless another is named, which is over. */
  settle(over?: {
    readonly run: string;
    readonly used: Spent;
    readonly turns: number;
  }): Promise<void>;
}

export interface FamilyPurseOptions {
  readonly slots: Pick<Store["slots"], "get" | "replace">;
  /** The first session of the family. */
  readonly family: string;
  readonly run: string;
  readonly isAbove: boolean;
  /** The use of the run itself when it was opened, and its answers. */
  readonly used: Spent;
  readonly turns: number;
  readonly clock: Pick<Clock, "setTimer">;
}

/** A tool has no such id. */
const SLOT = "family:purse";
/** Of a bound, what a run takes at once; less where less is left. */
const SHARES = 16;
const REST_MS = 1_000;
const MOST_TRIES = 100;
const KINDS = ["turns", "tokens", "costMicros"] as const;

type Amounts = Readonly<Record<(typeof KINDS)[number], number>>;
interface Member {
  readonly used: Amounts;
  readonly share: Amounts;
}
interface Kept {
  readonly limits: Partial<Amounts>;
  readonly members: Readonly<Record<string, Member>>;
}

export function createFamilyPurse(options: FamilyPurseOptions): FamilyPurse {
  const { slots, family, run, isAbove, clock } = options;
  let used = amountsOf(options.used, options.turns);
  let kept: Kept = { limits: {}, members: {} };
  const change = async (next: (now: Kept) => Kept): Promise<void> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const from = await slots.get(family, SLOT);
      const to = next((from ?? kept) as unknown as Kept);
      if (await slots.replace(family, SLOT, { from, to: to as unknown as Json })) {
        kept = to;
        return;
      }
    }
    throw new ToolError(
      "unavailable",
      "Too many runs of this family took from its budget at once.",
    );
  };
  const takeShare = () =>
    change((now) => ({
      ...now,
      members: { ...now.members, [run]: { used, share: shareOf(now, run, used) } },
    }));
  const hasRoom = (): boolean => {
    const share = kept.members[run]?.share;
    return share !== undefined && boundKinds(kept).every((kind) => used[kind] < share[kind]);
  };
  return {
    async open(limits) {
      const { turns, tokens, costMicros } = limits ?? {};
      const bounds = JSON.parse(JSON.stringify({ turns, tokens, costMicros })) as Partial<Amounts>;
      await change(({ limits: known, members }) => ({
        limits: { ...bounds, ...known },
        members: { ...members, [run]: { used, share: used } },
      }));
    },
    spend(spent) {
      used = sumOf(used, amountsOf(spent, 1));
    },
    async reserve(signal) {
      while (!hasRoom()) {
        await takeShare();
        if (hasRoom()) break;
        const limit = usedUp(kept);
        if (limit !== null) return limit;
        // The others hold the rest, and give back what they do not need.
        if (signal.aborted) return null;
        await rest(clock, signal);
      }
      return null;
    },
    money(): PurseMoney | null {
      const { costMicros: limitMicros } = kept.limits;
      if (limitMicros === undefined) return null;
      const spentMicros = usedBy({
        ...kept,
        members: { ...kept.members, [run]: { used, share: used } },
      });
      return {
        limitMicros,
        spentMicros: spentMicros.costMicros,
        ...(isAbove ? { isAbove } : {}),
      };
    },
    async raise(costMicros) {
      await change((now) => ({
        ...now,
        limits: { ...now.limits, costMicros: Math.max(costMicros, now.limits.costMicros ?? 0) },
      }));
    },
    async settle(over) {
      const last = over ? amountsOf(over.used, over.turns) : used;
      const name = over?.run ?? run;
      await change((now) => ({
        ...now,
        members: { ...now.members, [name]: { used: last, share: last } },
      }));
    },
  };
}

function boundKinds({ limits }: Kept): readonly (typeof KINDS)[number][] {
  return KINDS.filter((kind) => limits[kind] !== undefined);
}

/** The amounts that a run may use from now on. It gets half of what is left at most: others come too. */
function shareOf({ limits, members }: Kept, run: string, used: Amounts): Amounts {
  const others = Object.entries(members).filter(([name]) => name !== run);
  const of = (kind: keyof Amounts): number => {
    const limit = limits[kind];
    if (limit === undefined) return 0;
    const taken = others.reduce(
      (sum, [, member]) => sum + Math.max(member.share[kind], member.used[kind]),
      used[kind],
    );
    const left = limit - taken;
    if (left <= 0) return used[kind];
    return used[kind] + Math.max(1, Math.min(Math.ceil(limit / SHARES), Math.ceil(left / 2)));
  };
  return { turns: of("turns"), tokens: of("tokens"), costMicros: of("costMicros") };
}

function usedUp(kept: Kept): ReachedLimit | null {
  const { limits } = kept;
  const { turns, tokens, costMicros } = usedBy(kept);
  const { turns: mostTurns = Number.POSITIVE_INFINITY, ...bounds } = limits;
  return reachedLimit({
    settings: { limits: { ...bounds, turns: mostTurns, repeats: 0 } },
    turns: 0,
    turnsBelow: turns,
    spent: { inputTokens: tokens, outputTokens: 0, costMicros },
    workedMs: 0,
  });
}

function usedBy({ members }: Kept): Amounts {
  const none: Amounts = { turns: 0, tokens: 0, costMicros: 0 };
  return Object.values(members).reduce((sum, member) => sumOf(sum, member.used), none);
}

function amountsOf({ inputTokens, outputTokens, costMicros }: Spent, turns: number): Amounts {
  return { turns, tokens: inputTokens + outputTokens, costMicros };
}

function sumOf(one: Amounts, other: Amounts): Amounts {
  return {
    turns: one.turns + other.turns,
    tokens: one.tokens + other.tokens,
    costMicros: one.costMicros + other.costMicros,
  };
}

function rest(clock: Pick<Clock, "setTimer">, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const stop = clock.setTimer(REST_MS, done);
    signal.addEventListener("abort", done, { once: true });
  });
}
