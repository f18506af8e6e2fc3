/**
 * Tracks the calls that a server is busy with. A server of the earlier revision asks its questions without naming their
 * call: the person behind a call is asked only where there is no doubt which call it is.
 */
import { ToolError } from "@toolplane/contract";
import { unlessAborted } from "../bounds/unless-aborted.ts";
import type { Front } from "../front/create-front.ts";

type FlyingCall = Pick<Front, "sessionId" | "answer" | "log">;

export interface CallsInFlight {
  /** Waits for its turn where calls go one at a time; rejects with a ToolError when too many wait, or the call is stopped. */
  enter(call: FlyingCall, signal: AbortSignal): Promise<() => void>;
  /** The one call that a question can belong to; of several calls of one session any will do. Null where there is doubt. */
  asker(): FlyingCall | null;
  size(): number;
}

export function createCallsInFlight(options: {
  readonly serialized: boolean;
  readonly maxWaitingCalls: number;
}): CallsInFlight {
  const flying = new Set<FlyingCall>();
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  const board = (call: FlyingCall): (() => void) => {
    flying.add(call);
    return () => flying.delete(call);
  };
  const takeTurn = async (call: FlyingCall, signal: AbortSignal): Promise<() => void> => {
    const before = last;
    const turn = Promise.withResolvers<void>();
    last = turn.promise;
    try {
      await unlessAborted(before, signal);
    } catch (error) {
      // The next in the queue still waits for those before.
      void before.then(turn.resolve);
      throw error;
    }
    const leave = board(call);
    return () => {
      leave();
      turn.resolve();
    };
  };
  return {
    async enter(call, signal) {
      if (flying.size + waiting >= options.maxWaitingCalls)
        throw new ToolError("unavailable", "The server is busy with too many calls.");
      if (!options.serialized) return board(call);
      waiting += 1;
      try {
        return await takeTurn(call, signal);
      } finally {
        waiting -= 1;
      }
    },
    asker() {
      const [first, ...others] = flying;
      if (!first) return null;
      return others.every(({ sessionId }) => sessionId === first.sessionId) ? first : null;
    },
    size: () => flying.size,
  };
}
