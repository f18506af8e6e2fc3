/**
 * Takes over a session's work from before this process: its call ids do not run again, and its calls count against its
 * limits.
 */
import type { SessionState } from "../session/session-state.ts";
import type { EarlierWork } from "./options/kernel-options.ts";

type Continued = Pick<
  SessionState,
  "manifest" | "budget" | "flow" | "seen" | "unsettled" | "past" | "pastUnknown"
>;

export function takeEarlier(state: Continued, work: EarlierWork): void {
  const { usedCalls, usedBelow = {}, earlierCalls = [] } = work;
  for (const { callId, state: outcome } of earlierCalls) {
    state.seen(callId);
    if (outcome === "unknown") state.unsettled.add(callId);
  }
  if (work.flow) state.flow.restore(work.flow);
  state.budget.join(state.manifest.sessionId, usedCalls);
  for (const [sessionId, used] of Object.entries(usedBelow)) state.budget.join(sessionId, used);
}

/** Takes it in when it has been read, beside what the caller said itself; until then calls wait. */
export function awaitEarlier(
  state: Continued,
  earlier: Promise<EarlierWork>,
  given: EarlierWork,
): void {
  state.past = earlier
    .then(
      (read) => takeEarlier(state, joinEarlier(read, given)),
      () => {
        state.pastUnknown = true;
      },
    )
    .finally(() => {
      state.past = null;
    });
}

function joinFlow(read: EarlierWork["flow"], given: EarlierWork["flow"]): EarlierWork["flow"] {
  if (read === undefined || given === undefined) return read ?? given;
  return { seen: [...read.seen, ...given.seen], notes: [...read.notes, ...given.notes] };
}

/** Both may know of the same calls, so the larger count holds: no limit is loosened by either. */
function joinEarlier(read: EarlierWork, given: EarlierWork): EarlierWork {
  const usedCalls: Record<string, number> = { ...read.usedCalls };
  for (const [tool, count] of Object.entries(given.usedCalls ?? {}))
    usedCalls[tool] = Math.max(usedCalls[tool] ?? 0, count);
  const flow = joinFlow(read.flow, given.flow);
  return {
    ...(flow === undefined ? {} : { flow }),
    usedCalls,
    usedBelow: { ...read.usedBelow, ...given.usedBelow },
    earlierCalls: [...(read.earlierCalls ?? []), ...(given.earlierCalls ?? [])],
  };
}
