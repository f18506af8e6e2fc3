/**
 * S2's record of a call, and the envelope. Wire names are S2's own, `duration` is in seconds. S2 has its own list of error
 * words; ours is closed too, so the two meet in one table, and a word that came from S2 is kept in `details.s2`.
 */
import type {
  ErrorCode,
  ErrorResult,
  JsonObject,
  OutputResult,
  ToolResult,
} from "@toolplane/contract";
import { estimateTokens } from "@toolplane/kernel";
import { isTestsFailed } from "./is-fast-fail.ts";

/** S2's error words: the orchestrator's, then those the wrapper adds. */
export type ToolRecordError =
  | "tools_disabled"
  | "tool_not_found"
  | "permission_denied"
  | "approval_denied"
  | "token_budget_exceeded"
  | "tool_reported_failure"
  | "tests_failed"
  | "max_retries_exceeded"
  | "empty_tool_name"
  | "missing_required_param"
  | "mcp_client_not_found"
  | "mcp_not_connected"
  | "mcp_tool_error"
  | "tool_timeout";

export interface ToolSuccess {
  readonly success: true;
  readonly tool: string;
  readonly output: unknown;
  readonly tokens_used: number;
  /** Seconds. */
  readonly duration: number;
  readonly attempt: number;
  /** Set when the output came from outside: text to read, never to obey. Not S2's, and only there when it is so. */
  readonly untrusted?: { readonly source: string };
}

/** A call that did not. `tool` is there when the tool itself ran. */
export interface ToolFailure {
  readonly success: false;
  readonly error: ToolRecordError;
  readonly output: string;
  readonly tool?: string;
}

/** The return value of S2's orchestrator and wrapper. */
export type ToolRecord = ToolSuccess | ToolFailure;

export interface RecordedCall {
  readonly tool: string;
  readonly parameters: JsonObject;
}

/** S2's word for each of our codes. */
export const RECORD_ERRORS: Readonly<Record<ErrorCode, ToolRecordError>> = Object.freeze({
  invalid_input: "missing_required_param",
  unknown_tool: "tool_not_found",
  disabled: "tools_disabled",
  capability_denied: "permission_denied",
  permission_denied: "permission_denied",
  watchdog_denied: "permission_denied",
  approval_rejected: "approval_denied",
  budget_exceeded: "token_budget_exceeded",
  skipped: "permission_denied",
  timeout: "tool_timeout",
  cancelled: "tool_reported_failure",
  not_found: "tool_reported_failure",
  conflict: "tool_reported_failure",
  too_large: "tool_reported_failure",
  unavailable: "max_retries_exceeded",
  failed: "tool_reported_failure",
  internal: "max_retries_exceeded",
});

/** Our code for each of S2's words. */
const CODES: Readonly<Record<ToolRecordError, ErrorCode>> = {
  tools_disabled: "disabled",
  tool_not_found: "unknown_tool",
  permission_denied: "permission_denied",
  approval_denied: "approval_rejected",
  token_budget_exceeded: "budget_exceeded",
  tool_reported_failure: "failed",
  tests_failed: "failed",
  max_retries_exceeded: "unavailable",
  empty_tool_name: "unknown_tool",
  missing_required_param: "invalid_input",
  mcp_client_not_found: "unknown_tool",
  mcp_not_connected: "unavailable",
  mcp_tool_error: "failed",
  tool_timeout: "timeout",
};

/** Words for a tool that ran: only their records name it. */
const RAN: ReadonlySet<ToolRecordError> = new Set([
  "tool_reported_failure",
  "tests_failed",
  "max_retries_exceeded",
]);

/** The result as S2's record. */
export function toToolRecord(result: ToolResult, call: RecordedCall): ToolRecord {
  return result.type === "output" ? successOf(result, call) : failureOf(result, call);
}

/** S2's record as a result. The reverse of {@link toToolRecord} for the call it is about. */
export function fromToolRecord(record: ToolRecord): ToolResult {
  if (!record.success) {
    return {
      type: "error",
      code: CODES[record.error],
      error_text: record.output,
      details: { s2: { error: record.error } },
      metadata: { duration_ms: 0 },
    };
  }
  return {
    type: "output",
    data: record.output,
    details: { tokens_used: record.tokens_used },
    metadata: {
      duration_ms: Math.round(record.duration * 1_000),
      ...(record.attempt > 1 ? { attempts: record.attempt } : {}),
      ...(record.untrusted ? { untrusted: record.untrusted } : {}),
    },
  };
}

function successOf(result: OutputResult, call: RecordedCall): ToolSuccess {
  const { metadata } = result;
  return {
    success: true,
    tool: call.tool,
    output: outputOf(result),
    tokens_used: tokensOf(result, call),
    duration: metadata.duration_ms / 1_000,
    attempt: metadata.attempts ?? 1,
    ...(metadata.untrusted ? { untrusted: metadata.untrusted } : {}),
  };
}

/** A cut output says where the whole lies; S2's record has no other place for it. */
function outputOf({ data, metadata }: OutputResult): unknown {
  const { truncated, output_path } = metadata;
  if (!truncated || output_path === undefined) return data;
  const head = typeof data === "object" && data !== null ? data : { head: data };
  return { ...head, output_path };
}

/** The tool's own count, else an estimate from its parameters. */
function tokensOf({ details }: OutputResult, { parameters }: RecordedCall): number {
  const used = (details as { readonly tokens_used?: unknown } | null | undefined)?.tokens_used;
  return typeof used === "number" ? used : estimateTokens(JSON.stringify(parameters));
}

function failureOf(result: ErrorResult, { tool }: RecordedCall): ToolFailure {
  const error = keptWord(result) ?? wordOf(result, tool);
  return {
    success: false,
    error,
    output: result.error_text,
    ...(RAN.has(error) ? { tool } : {}),
  };
}

function keptWord({ code, details }: ErrorResult): ToolRecordError | null {
  const word = (details as { readonly s2?: { readonly error?: unknown } } | null | undefined)?.s2
    ?.error;
  if (typeof word !== "string" || !Object.hasOwn(CODES, word)) return null;
  return CODES[word as ToolRecordError] === code ? (word as ToolRecordError) : null;
}

function wordOf({ code, error_text }: ErrorResult, tool: string): ToolRecordError {
  if (tool.startsWith("mcp:")) {
    if (code === "unavailable") return "mcp_not_connected";
    if (code === "failed" || code === "internal") return "mcp_tool_error";
  }
  return code === "failed" && isTestsFailed(error_text) ? "tests_failed" : RECORD_ERRORS[code];
}
