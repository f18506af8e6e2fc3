/**
 * How many calls a session has left, per tool and in all. Reserved before the call runs, so that a hundred at once cannot
 * pass a limit of ten; a call that never ran gives its place back.
 */

/** The ledger of one session. */
export interface CallBudget {
  /** Takes a place, or says why there is none. */
  reserve(tool: string, limit: number | null): string | null;
  /** Gives the place of a call back that did not run. */
  release(tool: string): void;
  /** Calls of a tool so far, where a limit made it worth counting. */
  used(tool: string): number;
}

/** Makes a ledger. `used` carries over what an earlier process of the same session spent. */
export function createCallBudget(options: {
  readonly maxCalls: number | null;
  readonly used?: Readonly<Record<string, number>>;
}): CallBudget {
  const counts = new Map<string, number>(Object.entries(options.used ?? {}));
  let total = 0;
  for (const count of counts.values()) total += count;
  return {
    reserve(tool, limit) {
      if (limit === null && options.maxCalls === null) return null;
      const count = counts.get(tool) ?? 0;
      if (limit !== null && count >= limit) {
        return `${tool} may be called ${limit} times in a session, and that many calls were made.`;
      }
      if (options.maxCalls !== null && total >= options.maxCalls) {
        return `This session may make ${options.maxCalls} calls, and that many were made.`;
      }
      counts.set(tool, count + 1);
      total += 1;
      return null;
    },
    release(tool) {
      const count = counts.get(tool) ?? 0;
      if (count === 0) return;
      counts.set(tool, count - 1);
      total -= 1;
    },
    used(tool) {
      return counts.get(tool) ?? 0;
    },
  };
}
