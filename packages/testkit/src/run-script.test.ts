import type { ToolCall, ToolplaneEvent, ToolResult } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { runScript, type ScriptSession } from "./run-script.ts";

/** A session that answers by tool name: `read` gives data, `ask` asks twice, anything else is denied. */
function fakeSession(): ScriptSession & { calls: ToolCall[] } {
  const listeners = new Set<(event: ToolplaneEvent) => void>();
  const calls: ToolCall[] = [];
  return {
    calls,
    async call(call): Promise<ToolResult> {
      calls.push(call);
      const metadata = { duration_ms: 0 };
      if (call.name === "read") return { type: "output", data: { text: "hello" }, metadata };
      if (call.name === "ask") {
        for (const listener of listeners)
          for (const type of ["approval-request", "approval-answer", "approval-request"] as const)
            listener({ type } as ToolplaneEvent);
        return { type: "output", data: "y".repeat(300), metadata };
      }
      return {
        type: "error",
        code: "permission_denied",
        error_text: "A rule denies it.",
        metadata,
      };
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

describe("runScript", () => {
  it("runs the steps in order and tells the story", async () => {
    const session = fakeSession();
    const { text, results } = await runScript(session, [
      { call: ["read", { path: "a" }], text: "hello" },
      { call: ["ask", {}], asks: 2 },
      { call: ["bash", { command: "x" }], expect: "permission_denied", text: "denies", asks: 0 },
    ]);
    expect(text).toBe(
      [
        '1. read {"path":"a"}',
        '   output: {"text":"hello"}',
        "2. ask {}",
        `   output (asked 2 times): ${"y".repeat(200)}…`,
        '3. bash {"command":"x"}',
        "   error permission_denied: A rule denies it.",
      ].join("\n"),
    );
    expect(results).toHaveLength(3);
    expect(session.calls.map(({ id }) => id)).toEqual(["step_1", "step_2", "step_3"]);
  });

  it.each([
    [{ call: ["bash", {}] }, "expected output, came to permission_denied"],
    [{ call: ["read", {}], expect: "not_found" }, "expected not_found, came to output"],
    [{ call: ["ask", {}], asks: 1 }, "expected 1 questions, 2 were asked"],
    [{ call: ["read", {}], text: "bye" }, 'expected a text with "bye"'],
  ] as const)(
    "stops at a step that goes otherwise, with the story so far: %j",
    async (step, fault) => {
      const script = runScript(fakeSession(), [{ call: ["read", { path: "first" }] }, step]);
      await expect(script).rejects.toThrow(`script step 2: ${fault}`);
      await expect(script).rejects.toThrow('1. read {"path":"first"}');
    },
  );
});
