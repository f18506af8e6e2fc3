/** Names the process that waits for an answer, so that another one can tell whether it still does. */
import { identityState, ownIdentity, type ProcessIdentity } from "@toolplane/disk/ground";

/** The process that waits. */
export type Waiter = ProcessIdentity;

/** `elsewhere`: it runs on another machine or in another container, so only it knows. */
export type WaiterState = "waiting" | "gone" | "elsewhere";

export function ownWaiter(): Waiter {
  return ownIdentity();
}

/** Tells whether it still waits; of a process in another container `userData` knows. */
export function waiterState(waiter: Waiter, userData?: string): WaiterState {
  const state = identityState(waiter, userData);
  return state === "running" ? "waiting" : state;
}
