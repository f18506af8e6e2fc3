/**
 * Audit events, from the record: which call started, and whether it succeeded, failed or never ran. A call that only
 * reads has no row of its own for its start; its settlement says when that was.
 */
import type { ErrorCode, JsonObject } from "@toolplane/contract";
import type { RecordedCall } from "../rows/recorded-call.ts";

interface AuditBase {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The layer or source the tool was found in. */
  readonly origin: string;
  readonly atMs: number;
}

export type AuditEvent =
  | (AuditBase & { readonly type: "ToolInvocationStarted"; readonly args: JsonObject | null })
  | (AuditBase & { readonly type: "ToolInvocationSucceeded"; readonly durationMs: number })
  | (AuditBase & {
      readonly type: "ToolInvocationFailed";
      readonly durationMs: number;
      readonly errorCode: ErrorCode | null;
      readonly message: string;
    })
  | (AuditBase & {
      readonly type: "ToolInvocationCancelled";
      readonly errorCode: ErrorCode | null;
      readonly message: string;
    });

export function toAudit(call: RecordedCall): readonly AuditEvent[] {
  const { atMs, span, result } = call;
  const base = { toolCallId: call.callId, toolName: call.tool, origin: call.origin };
  const type = call.rows.at(-1)?.type;
  const durationMs = Math.round(span.durationMs ?? 0);
  const error = result?.type === "error" ? result : null;
  const failure = { errorCode: error?.code ?? null, message: error?.error_text ?? "" };
  if (type === "call-refuse")
    return [{ ...base, atMs, type: "ToolInvocationCancelled", ...failure }];
  const startMs = call.rows.find((row) => row.type === "call-intent")?.atMs ?? atMs - durationMs;
  return [
    { ...base, atMs: startMs, type: "ToolInvocationStarted", args: call.arguments },
    type === "call-succeed"
      ? { ...base, atMs, type: "ToolInvocationSucceeded", durationMs }
      : { ...base, atMs, type: "ToolInvocationFailed", durationMs, ...failure },
  ];
}
