/** Stage 8: hooks that may skip the call. A skipped call has no start and no end, only a result that says so. */

import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import type { CallHooks } from "../../hooks/call-hooks.ts";

type HookedCall = SettlingCall & CallView<{ reads: "id" | "name" | "args"; session: "hooks" }>;

/** Asks the before-hooks in order. */
export function before(call: HookedCall): StageOutcome | Promise<StageOutcome> {
  return call.session.hooks.length === 0 ? undefined : askFrom(call, 0);
}

function askFrom(call: HookedCall, from: number): StageOutcome | Promise<StageOutcome> {
  const { hooks } = call.session;
  for (let index = from; index < hooks.length; index += 1) {
    const hook = (hooks[index] as CallHooks).before;
    if (!hook || !call.args) continue;
    const answer = hook({ tool: call.name, callId: call.id }, call.args);
    if (answer instanceof Promise) {
      return answer.then((value) => (value === false ? skip(call) : askFrom(call, index + 1)));
    }
    if (answer === false) return skip(call);
  }
  return undefined;
}

function skip(call: HookedCall): StageOutcome {
  return settle(call, "skipped", "The call was skipped by the host before it ran.");
}
