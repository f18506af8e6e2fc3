/** Stage 7: a place and tokens are reserved before the call runs, and given back when it never does. */
import type { ToolResult } from "@toolplane/contract";
import { estimateTokens } from "../../budget/token-ledger.ts";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";

type BudgetedCall = SettlingCall &
  CallView<{
    reads: "name" | "args" | "usedTokens" | "executed";
    writes: "reserved" | "tokens";
    session: "budget" | "tokens";
  }>;

/** Reserves a call and, where a workflow has a budget, the tokens its arguments are worth. */
export function budget(call: BudgetedCall): StageOutcome {
  const { session, tool } = call;
  const limits = tool?.entry.tool.limits;
  if (!limits) return settle(call, "internal", "The call has no tool.");
  const refusal = session.budget.reserve(call.name, limits.callsPerSession);
  if (refusal) return settle(call, "budget_exceeded", refusal);
  call.reserved = true;
  if (!session.tokens) return undefined;
  call.tokens = session.tokens.reserve(estimateTokens(JSON.stringify(call.args)));
  if (call.tokens) return undefined;
  const { maxTokens } = session.tokens;
  return settle(
    call,
    "budget_exceeded",
    `This workflow may use ${maxTokens} tokens for tools, and there is no room left for this call.`,
  );
}

/** Replaces the estimate by what the call really used. A result that overshoots the budget is not handed out. */
export function charge(call: BudgetedCall, result: ToolResult): ToolResult {
  if (!call.tokens || call.usedTokens === null || call.tokens.settle(call.usedTokens))
    return result;
  return settle(
    call,
    "budget_exceeded",
    "The call used more tokens than its workflow had left, so its result is withheld.",
  );
}

/** A call that may have to be given its place back. */
export type RefundedCall = CallView<{
  reads: "name" | "executed" | "reserved" | "tokens";
  session: "budget";
}>;

/** A call that did not run gives its place and its tokens back. */
export function refund(call: RefundedCall): void {
  if (call.executed) return;
  call.tokens?.release();
  if (call.reserved) call.session.budget.release(call.name);
}
