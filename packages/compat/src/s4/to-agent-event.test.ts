import { describe, expect, it } from "vitest";
import { toAgentEvent } from "./to-agent-event.ts";

const call = { sessionId: "s", callId: "c", tool: "bash", origin: "bundled", atMs: 5 };
const named = { tool_call_id: "c", tool_name: "bash" };

describe("toAgentEvent", () => {
  it("gives S4's names to start, update, progress and end, correlated by the call's id [R095]", () => {
    expect(
      [
        { type: "call-start", ...call, arguments: null, attempt: 1 } as const,
        { type: "call-update", ...call, partial: "half" } as const,
        { type: "call-progress", ...call, text: "working" } as const,
        { type: "call-end", ...call, isError: true } as const,
        { type: "session-open", sessionId: "s", atMs: 1 } as const,
      ].map(toAgentEvent),
    ).toEqual([
      { type: "ToolExecutionStart", ...named, args: null },
      { type: "ToolExecutionUpdate", ...named, partial_result: "half" },
      { type: "ProgressMessage", ...named, text: "working" },
      { type: "ToolExecutionEnd", ...named, is_error: true },
      null,
    ]);
  });
});
