/**
 * The calls that a session and its subagents have left, per tool and in all: one ledger for the whole family, or a model could
 * have more calls by having more children. Reserved before the call runs, so that a hundred at once cannot pass a limit of ten;
 * a call that never ran gives its place back. A call is charged once, however often its tool is tried again.
 */

/** The ledger of a session and of all below it. */
export interface CallBudget {
  /** Takes a place, or says why there is none. */
  reserve(tool: string, limit: number | null): string | null;
  /** Gives the place of a call back that did not run. */
  release(tool: string): void;
  /** Counts what a session spent in an earlier process. Once for each session: one that is opened again here was counted as it went. */
  join(sessionId: string, used?: Readonly<Record<string, number>>): void;
  /** Calls of a tool so far, where a limit made it worth counting. */
  used(tool: string): number;
}

export function createCallBudget(options: { readonly maxCalls: number | null }): CallBudget {
  const counts = new Map<string, number>();
  const joined = new Set<string>();
  let total = 0;
  return {
    reserve(tool, limit) {
      if (limit === null && options.maxCalls === null) return null;
      const count = counts.get(tool) ?? 0;
      if (limit !== null && count >= limit) {
        return `${tool} may be called ${limit} times in a session, and that many calls were made.`;
      }
      if (options.maxCalls !== null && total >= options.maxCalls) {
        return `This session and its subagents may make ${options.maxCalls} calls, and that many were made.`;
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
    join(sessionId, used = {}) {
      if (joined.has(sessionId)) return;
      joined.add(sessionId);
      for (const [tool, count] of Object.entries(used)) {
        counts.set(tool, (counts.get(tool) ?? 0) + count);
        total += count;
      }
    },
    used(tool) {
      return counts.get(tool) ?? 0;
    },
  };
}
