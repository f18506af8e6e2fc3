/** Names the process that waits for an answer, so that another one can tell whether it still does. */
import type { Store } from "@toolplane/contract/ports";
import { identityState, ownIdentity, type ProcessIdentity } from "@toolplane/disk/ground";

/** The process that waits. */
export interface Waiter extends ProcessIdentity {
  /** Its name in a store that gives leases. */
  readonly worker?: string;
}

/** `elsewhere`: it runs on another machine or in another container, so only it knows. */
export type WaiterState = "waiting" | "gone" | "elsewhere";

export function ownWaiter({ leases }: Pick<Store, "leases">): Waiter {
  return { ...ownIdentity(), ...(leases ? { worker: leases.worker } : {}) };
}

/** Tells whether it still waits, as far as this machine knows; of a process in another container `userData` knows. */
export function waiterState(waiter: Waiter, userData?: string): WaiterState {
  const state = identityState(waiter, userData);
  return state === "running" ? "waiting" : state;
}
