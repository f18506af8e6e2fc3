import type { ErrorCode, EventOf, ToolResult } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { toAuditEvent } from "./to-audit-event.ts";

const call = { sessionId: "s", callId: "c", tool: "read", origin: "project", atMs: 5 };
const audited = { toolCallId: "c", toolName: "read", origin: "project", atMs: 5 };

function settle(result: ToolResult): EventOf<"call-settle"> {
  const span = {
    spanId: "c",
    name: "n",
    kind: "tool",
    startMs: 0,
    status: "ok",
    attrs: {},
  } as const;
  return { type: "call-settle", ...call, result, stage: "execute", span };
}

const failed = (code: ErrorCode): ToolResult => ({
  type: "error",
  code,
  error_text: "No.",
  metadata: { duration_ms: 7 },
});

describe("toAuditEvent", () => {
  it("names the start, success and failure of an invocation as S0 does, with the origin", () => {
    expect(
      toAuditEvent({ type: "call-start", ...call, arguments: { path: "a" }, attempt: 1 }),
    ).toEqual({ type: "ToolInvocationStarted", ...audited, args: { path: "a" } });
    expect(toAuditEvent(settle({ type: "output", data: 1, metadata: { duration_ms: 7 } }))).toEqual(
      { type: "ToolInvocationSucceeded", ...audited, durationMs: 7 },
    );
    expect(toAuditEvent(settle(failed("timeout")))).toEqual({
      type: "ToolInvocationFailed",
      ...audited,
      durationMs: 7,
      errorClass: "ToolTransient",
      errorCode: "ExecutionTimeout",
      message: "No.",
    });
  });

  it("calls it cancelled when nothing failed", () => {
    const reasonOf = (code: ErrorCode) => {
      const event = toAuditEvent(settle(failed(code)));
      return event?.type === "ToolInvocationCancelled" ? event.reason : null;
    };
    expect(reasonOf("approval_rejected")).toBe("approval-denied");
    expect(reasonOf("cancelled")).toBe("session-cancelled");
    expect(reasonOf("unknown_tool")).toBe("tool-not-available");
    expect(reasonOf("failed")).toBe(null);
  });

  it("has nothing to say of our other events", () => {
    expect(toAuditEvent({ type: "call-end", ...call, isError: false })).toBe(null);
    expect(toAuditEvent({ type: "session-close", sessionId: "s", atMs: 1 })).toBe(null);
  });
});
