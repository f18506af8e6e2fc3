/** The error result that a refusal or a failure ends with. */
import type { ErrorCode, ToolResult } from "@toolplane/contract";
import type { CallState } from "./call-state.ts";

/** What a refusal keeps beside its text. */
export interface SettleExtras {
  readonly detail?: unknown;
  readonly cause?: unknown;
}

/** Makes the error result a stage settles with. `duration_ms` is set where the result is bounded. */
export function settle(
  call: CallState,
  code: ErrorCode,
  text: string,
  extras: SettleExtras = {},
): ToolResult {
  if (extras.detail !== undefined) call.detail = extras.detail;
  if (extras.cause !== undefined) call.cause = extras.cause;
  return { type: "error", code, error_text: text, metadata: { duration_ms: 0 } };
}
