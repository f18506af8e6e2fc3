/** The error result that a refusal or a failure ends with. */
import type { ErrorCode, ToolResult } from "@toolplane/contract";
import type { CallView } from "./call-view.ts";
import { type MeasuredCall, metadataOf } from "./metadata-of.ts";

/** A call that may be settled: every stage's is. */
export type SettlingCall = MeasuredCall & CallView<{ writes: "cause" | "detail" }>;

/** Facts that a refusal keeps beside its text. */
export interface SettleExtras {
  readonly detail?: unknown;
  readonly cause?: unknown;
}

/** Makes the error result a stage settles with. */
export function settle(
  call: SettlingCall,
  code: ErrorCode,
  text: string,
  extras: SettleExtras = {},
): ToolResult {
  if (extras.detail !== undefined) call.detail = extras.detail;
  if (extras.cause !== undefined) call.cause = extras.cause;
  return { type: "error", code, error_text: text, metadata: metadataOf(call) };
}
