/**
 * The places where a worker is killed: every boundary between stages that a host can see, and those inside the store. `:before`
 * and `:after` are the two sides of what the name says.
 */

/** All of them, in the order in which a call meets them. */
export const BOUNDARIES = [
  "resolve:before",
  "footprint:before",
  "footprint:after",
  "judge:inside",
  "approve:before",
  "approve:after",
  "before:inside",
  "intent:before",
  "commit:before",
  "commit:after",
  "sync:before",
  "sync:after",
  "intent:after",
  "execute:before",
  "effect:before",
  "effect:after",
  "execute:after",
  "after:inside",
  "settle:before",
  "settle:after",
  "answer:before",
  "answer:durable",
  "answer:after",
] as const;

/** Those that whole runs of an agent meet, and those of their own: the model is asked, a state is kept. */
export const RUN_BOUNDARIES = [
  "model:before",
  "keep:before",
  "keep:after",
  "resolve:before",
  "footprint:after",
  "judge:inside",
  "approve:before",
  "approve:after",
  "before:inside",
  "commit:before",
  "commit:after",
  "sync:before",
  "sync:after",
  "execute:before",
  "effect:before",
  "effect:after",
  "execute:after",
  "after:inside",
] as const;

export type Boundary = (typeof BOUNDARIES)[number] | (typeof RUN_BOUNDARIES)[number];

/** Where a worker is to stand still: when it is at the boundary for the nth time. */
export interface StopAt {
  readonly boundary: Boundary;
  readonly nth: number;
}

/** Tells that a call is at a boundary. Does not return when that is where the worker has to stand. */
export type Reach = (boundary: Boundary) => void;

/** Reports the boundary and stops there: nothing in this thread goes on, whatever else was under way. */
export function createReach(stop: StopAt | null, tell: (text: string) => void): Reach {
  let times = 0;
  return (boundary) => {
    if (boundary !== stop?.boundary) return;
    times += 1;
    if (times !== stop.nth) return;
    tell(boundary);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}
