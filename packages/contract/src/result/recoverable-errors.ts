import type { ErrorCode } from "./error.ts";

/** Errors of the road after which a model has something else to try, where a loop ends on the others. */
export const RECOVERABLE_ERRORS: Readonly<Record<ErrorCode, boolean>> = {
  invalid_input: true,
  unknown_tool: true,
  disabled: false,
  capability_denied: true,
  permission_denied: true,
  watchdog_denied: true,
  approval_rejected: true,
  budget_exceeded: false,
  skipped: true,
  timeout: true,
  cancelled: false,
  not_found: true,
  conflict: true,
  too_large: true,
  unavailable: false,
  failed: false,
  internal: false,
};
