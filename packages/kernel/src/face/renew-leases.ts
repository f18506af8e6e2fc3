import type { CallState } from "../call/call-state.ts";
import { stopCall } from "../session/running-calls.ts";
import type { JudgedAgain, SessionState } from "../session/session-state.ts";

/**
 * Looks at everything that runs in these sessions again, because rules or approvals are others now. What they do not let run
 * any more is stopped and told why. Settles when processes that had to end are gone.
 */
export async function renewLeases(states: readonly SessionState[]): Promise<void> {
  // Processes first: a call that is stopped asks its process to end, and a lease that is over kills it.
  const ending = states.map(({ leases }) => leases.renew());
  for (const state of states)
    for (const call of state.running.list() as readonly CallState[]) stopIfOutdated(call);
  await Promise.all(ending);
}

function stopIfOutdated(call: CallState): void {
  if (!call.executed || call.result !== null || call.stopped) return;
  const again = judgeAgain(call);
  if (!again.holds) stopCall(call, { kind: "rules", text: `The rules have changed. ${again.why}` });
}

function judgeAgain(call: CallState): JudgedAgain {
  try {
    return call.session.road.judgeAgain(call as never);
  } catch {
    return { holds: false, why: "Whether they still let it run cannot be known." };
  }
}
