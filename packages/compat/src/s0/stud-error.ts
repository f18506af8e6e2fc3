/** S0's error classes over our closed list of codes. Match class and code, never message text. */
import type { ErrorCode } from "@toolplane/contract";

/** S0's classes that a tool call can end in. A cancellation is a lifecycle event, not a failure. */
export type StudErrorClass = "Validation" | "ToolTransient" | "ToolTerminal" | "Cancellation";

/** S0's error as a model sees it: no stack, no cause. */
export interface StudError {
  readonly class: StudErrorClass;
  readonly context: { readonly code: string; readonly message: string };
}

interface ErrorRow {
  readonly class: StudErrorClass;
  readonly code: string;
}

/** S0's class and code for each of ours. `docs/reference/compat.md` shows it. */
export const STUD_ERRORS: Readonly<Record<ErrorCode, ErrorRow>> = Object.freeze({
  invalid_input: { class: "ToolTerminal", code: "InputInvalid" },
  unknown_tool: { class: "ToolTerminal", code: "ToolNotRegistered" },
  disabled: { class: "ToolTerminal", code: "Forbidden" },
  capability_denied: { class: "ToolTerminal", code: "Forbidden" },
  permission_denied: { class: "ToolTerminal", code: "Forbidden" },
  watchdog_denied: { class: "ToolTerminal", code: "Forbidden" },
  approval_rejected: { class: "ToolTerminal", code: "ApprovalDenied" },
  budget_exceeded: { class: "ToolTerminal", code: "Forbidden" },
  skipped: { class: "Cancellation", code: "ToolCancelled" },
  timeout: { class: "ToolTransient", code: "ExecutionTimeout" },
  cancelled: { class: "Cancellation", code: "ToolCancelled" },
  not_found: { class: "ToolTerminal", code: "NotFound" },
  conflict: { class: "ToolTerminal", code: "ToolExecutionFailed" },
  too_large: { class: "ToolTerminal", code: "ToolExecutionFailed" },
  unavailable: { class: "ToolTransient", code: "ResourceBusy" },
  failed: { class: "ToolTerminal", code: "ToolExecutionFailed" },
  internal: { class: "ToolTerminal", code: "ToolExecutionFailed" },
});

/** Our code for S0's; what S0 names and we do not is a failure the tool reported. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  "ToolTerminal/InputInvalid": "invalid_input",
  "ToolTerminal/ToolNotRegistered": "unknown_tool",
  "ToolTerminal/Forbidden": "permission_denied",
  "ToolTerminal/ApprovalDenied": "approval_rejected",
  "ToolTerminal/NotFound": "not_found",
  "ToolTransient/ExecutionTimeout": "timeout",
  "ToolTransient/ResourceBusy": "unavailable",
  "Cancellation/ToolCancelled": "cancelled",
};

/** S0's error for one of our codes and its text. */
export function toStudError(code: ErrorCode, message: string): StudError {
  const row = STUD_ERRORS[code];
  return { class: row.class, context: { code: row.code, message } };
}

/** Our code for an error of S0. */
export function codeOfStudError({ class: errorClass, context }: StudError): ErrorCode {
  const key = `${errorClass}/${context.code}`;
  if (Object.hasOwn(CODES, key)) return CODES[key] as ErrorCode;
  if (errorClass === "Validation") return "invalid_input";
  return errorClass === "Cancellation" ? "cancelled" : "failed";
}
