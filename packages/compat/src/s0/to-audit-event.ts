/**
 * S0's audit events from ours. `call-start` says that a call began; how it ended, and everything that was refused before it
 * could begin, is in `call-settle`, which every call has exactly once. The rest of our events have no S0 name.
 */
import type { EventOf, ToolplaneEvent } from "@toolplane/contract";
import { STUD_ERRORS, type StudErrorClass } from "./stud-error.ts";

interface AuditCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The layer the tool was found in: every invocation is audited with it. */
  readonly origin: string;
  readonly atMs: number;
}

/** S0's tool invocation events. */
export type AuditEvent =
  | (AuditCall & { readonly type: "ToolInvocationStarted"; readonly args: unknown })
  | (AuditCall & { readonly type: "ToolInvocationSucceeded"; readonly durationMs: number })
  | (AuditCall & {
      readonly type: "ToolInvocationFailed";
      readonly durationMs: number;
      readonly errorClass: StudErrorClass;
      readonly errorCode: string;
      readonly message: string;
    })
  | (AuditCall & { readonly type: "ToolInvocationCancelled"; readonly reason: CancelReason });

/** Why a call was cancelled, in S0's words. */
export type CancelReason = "approval-denied" | "session-cancelled" | "tool-not-available";

/** S0's event, or null where S0 has none. */
export function toAuditEvent(event: ToolplaneEvent): AuditEvent | null {
  if (event.type === "call-start") {
    return { type: "ToolInvocationStarted", ...auditCall(event), args: event.arguments };
  }
  return event.type === "call-settle" ? settled(event) : null;
}

function settled(event: EventOf<"call-settle">): AuditEvent {
  const { result } = event;
  const durationMs = result.metadata.duration_ms;
  if (result.type === "output") {
    return { type: "ToolInvocationSucceeded", ...auditCall(event), durationMs };
  }
  const reason = cancelReason(result.code);
  if (reason) return { type: "ToolInvocationCancelled", ...auditCall(event), reason };
  const { class: errorClass, code } = STUD_ERRORS[result.code];
  return {
    type: "ToolInvocationFailed",
    ...auditCall(event),
    durationMs,
    errorClass,
    errorCode: code,
    message: result.error_text,
  };
}

function cancelReason(code: string): CancelReason | null {
  if (code === "approval_rejected") return "approval-denied";
  if (code === "cancelled" || code === "skipped") return "session-cancelled";
  return code === "unknown_tool" || code === "disabled" ? "tool-not-available" : null;
}

function auditCall(event: EventOf<"call-start" | "call-settle">): AuditCall {
  const { callId, tool, origin, atMs } = event;
  return { toolCallId: callId, toolName: tool, origin, atMs };
}
