/** What a stage is: a named plain function from a call to "go on" or "settle with this result". */
import type { ErrorCode, ToolResult } from "@toolplane/contract";
import type { CallRecord } from "./call-record.ts";
import type { StageOutcome } from "./stage-outcome.ts";

/** One stage of the road. */
export interface Stage {
  readonly name: string;
  /** Also sees calls that are settled already: output is bounded and recorded whatever it says. */
  readonly always: boolean;
  /** May return a promise and usually does not. Must not throw; when it does, the call settles as `internal`. */
  readonly run: (call: CallRecord) => StageOutcome | Promise<StageOutcome>;
}

/** What a refusal keeps beside its text. */
export interface SettleExtras {
  readonly detail?: unknown;
  readonly cause?: unknown;
}

/** Makes the error result a stage settles with. `duration_ms` is set where the result is bounded. */
export function settle(
  call: CallRecord,
  code: ErrorCode,
  text: string,
  extras: SettleExtras = {},
): ToolResult {
  if (extras.detail !== undefined) call.detail = extras.detail;
  if (extras.cause !== undefined) call.cause = extras.cause;
  return { type: "error", code, error_text: text, metadata: { duration_ms: 0 } };
}
