/** The purse of a run of the store, shared with those of its family that others drive. */
import {
  type LoopInput,
  type LoopLimits,
  type LoopState,
  less,
  type Purse,
} from "@toolplane/agent";
import type { Clock } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { ChildPlace } from "./child-place.ts";
import { createFamilyPurse, type FamilyPurse } from "./family-purse.ts";
import type { AgentRun, RunsOfAgents } from "./keep-run.ts";

export interface SharedPurse {
  readonly purse: FamilyPurse;
  isOpen(): boolean;
  open(limits: LoopLimits | null): Promise<void>;
}

/** Shares a kept run's purse with those of its family that others drive. Nothing is read before there are any. */
export function sharedPurse(
  { keeping }: { readonly keeping: RunsOfAgents | null },
  {
    run,
    child,
    session,
    clock,
  }: {
    readonly run: AgentRun;
    readonly child: ChildPlace | null;
    readonly session: Session;
    readonly clock: Clock;
  },
): SharedPurse | null {
  const { kept, state, spentApart } = run;
  if (!keeping || child || kept === null || state === null) return null;
  const purse = createFamilyPurse({
    slots: keeping.slots,
    family: kept.apart?.family ?? session.id,
    run: kept.id,
    isAbove: kept.apart !== undefined,
    used: less(state.spent, spentApart),
    turns: state.turns + (state.turnsBelow ?? 0),
    clock,
  });
  let opening: Promise<void> | null = null;
  let isOpen = false;
  return {
    purse,
    isOpen: () => isOpen,
    open(limits) {
      opening ??= purse.open(kept.apart ? null : limits).then(
        () => {
          isOpen = true;
        },
        (error: unknown) => {
          opening = null;
          throw error;
        },
      );
      return opening;
    },
  };
}

/** A person gave its family more money, asked by one that was driven elsewhere. */
export function raisedElsewhere({ settings }: LoopState, purse: Purse): readonly LoopInput[] {
  const { limitMicros = 0, isAbove = false } = purse.money() ?? {};
  const { costMicros = limitMicros } = settings.limits;
  return isAbove || limitMicros <= costMicros ? [] : [{ type: "raise", costMicros: limitMicros }];
}
