/** Stage 7: a place is reserved before the call runs and given back when it never does. */
import type { CallRecord } from "./call-record.ts";
import { type StageOutcome, settle } from "./stage.ts";

/** Reserves a call. */
export function budget(call: CallRecord): StageOutcome {
  const limits = call.tool?.entry.tool.limits;
  if (!limits) return settle(call, "internal", "The call has no tool.");
  const refusal = call.session.budget.reserve(call.name, limits.callsPerSession);
  if (refusal) return settle(call, "budget_exceeded", refusal);
  call.reserved = true;
  return undefined;
}
