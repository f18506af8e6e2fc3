/** Stage 12: calls the hooks with how the call went. They observe; an error of theirs does not change the call. */

import type { CallView } from "../../call/call-view.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import type { CallHooks } from "../../hooks/call-hooks.ts";
import { tellHooks } from "../../hooks/tell-hooks.ts";
import { hookContext } from "../running/attempt.ts";

type ToldCall = CallView<{
  reads: "id" | "name" | "args" | "attempt" | "tool" | "executed" | "result" | "suspended";
  session: "hooks" | "manifest";
}>;

/** Calls the hooks in order: `after` for an executed call, or the hooks about a refusal. */
export function after(call: ToldCall): StageOutcome | Promise<StageOutcome> {
  const { hooks } = call.session;
  // A call that was given up has not ended.
  if (hooks.length === 0 || call.suspended !== null) return undefined;
  if (call.executed) {
    const isError = call.result?.type === "error";
    return tellHooks(hooks, (hook) =>
      hook.after?.({ tool: call.name, callId: call.id }, { isError }),
    );
  }
  const refusal = refusalHook(call);
  if (!refusal) return undefined;
  const context = hookContext(call);
  return tellHooks(hooks, (hook) => hook[refusal]?.(context));
}

type RefusalHook = keyof Pick<
  CallHooks,
  "onPermissionDenied" | "onBudgetExceeded" | "onToolsDisabled"
>;

function refusalHook({ result, tool }: ToldCall): RefusalHook | null {
  switch (result?.type === "error" ? result.code : null) {
    case "permission_denied":
    case "watchdog_denied":
    case "capability_denied":
      return "onPermissionDenied";
    case "budget_exceeded":
      return "onBudgetExceeded";
    case "disabled":
      // A single tool switched off by its configuration is not "tools are off".
      return tool ? null : "onToolsDisabled";
    default:
      return null;
  }
}
