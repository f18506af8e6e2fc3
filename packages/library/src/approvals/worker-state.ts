/** Tells whether a process still waits, or still drives its run. Of one on another machine the store knows, if it gives leases. */
import { isToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { isOfOwnSystem } from "@toolplane/disk/ground";
import { type Waiter, type WaiterState, waiterState } from "./waiter.ts";

export type StateOf = (waiter: Waiter) => WaiterState | Promise<WaiterState>;

/** A process whose lease ran out is `gone`; one that cannot be asked about counts as there. */
export function workerState(
  { leases }: Pick<Store, "leases">,
  userData: string | undefined,
): StateOf {
  return async (waiter) => {
    const state = waiterState(waiter, userData);
    const { worker } = waiter;
    if (state === "waiting" || worker === undefined || leases === undefined) return state;
    if (state === "gone" && isOfOwnSystem(waiter)) return state;
    try {
      return (await leases.isHeld(worker)) ? "elsewhere" : "gone";
    } catch (error) {
      if (isToolError(error) && error.code === "unavailable") return "elsewhere";
      throw error;
    }
  };
}
