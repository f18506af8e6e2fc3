/** The exit code that a result becomes for a script. */
import type { ErrorCode, ToolResult, Verdict } from "@toolplane/contract";
import { endedBadly } from "@toolplane/library/rooms/record";
import { EXIT_CODES, type ExitCode } from "../command/exit-code.ts";

const CODES: Readonly<Record<ErrorCode, ExitCode>> = {
  invalid_input: EXIT_CODES.badInput,
  unknown_tool: EXIT_CODES.badInput,
  disabled: EXIT_CODES.denied,
  capability_denied: EXIT_CODES.denied,
  permission_denied: EXIT_CODES.denied,
  watchdog_denied: EXIT_CODES.denied,
  approval_rejected: EXIT_CODES.denied,
  budget_exceeded: EXIT_CODES.denied,
  skipped: EXIT_CODES.denied,
  timeout: EXIT_CODES.failed,
  cancelled: EXIT_CODES.cancelled,
  not_found: EXIT_CODES.failed,
  conflict: EXIT_CODES.failed,
  too_large: EXIT_CODES.failed,
  unavailable: EXIT_CODES.failed,
  failed: EXIT_CODES.failed,
  internal: EXIT_CODES.failed,
};

/** The code of a call. A command that ran and ended badly is a failure for a script. */
export function exitCodeOf(result: ToolResult, verdict?: Pick<Verdict, "action"> | null): ExitCode {
  if (result.type === "output")
    return endedBadly(result.details) ? EXIT_CODES.failed : EXIT_CODES.done;
  if (result.code === "permission_denied" && verdict?.action === "ask")
    return EXIT_CODES.needsPerson;
  return CODES[result.code];
}
