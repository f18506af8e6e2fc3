import { describe, expect, it } from "vitest";
import { settledCall } from "./rows/settled-call.fixture.ts";
import { toOtel } from "./to-otel.ts";

describe("toOtel", () => {
  it("a span is execute_tool, without arguments and result", () => {
    expect(toOtel(settledCall(), { atMs: 1_003 })).toEqual({
      name: "execute_tool read",
      kind: "INTERNAL",
      startTimeMs: 1_000,
      endTimeMs: 1_003,
      status: { code: "UNSET" },
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "read",
        "gen_ai.tool.call.id": "call_1",
        "gen_ai.tool.type": "function",
        "gen_ai.conversation.id": "ses_1",
        "toolplane.origin": "project",
        "toolplane.stage": "execute",
        "toolplane.verdict": "allow",
      },
    });
  });

  it("says what kind of error it was, and that a tool is a server's", () => {
    const call = settledCall({
      origin: "mcp:github",
      verdict: null,
      result: { type: "error", code: "timeout", error_text: "Late.", metadata: { duration_ms: 9 } },
    });
    expect(toOtel(call, { atMs: 5 })).toMatchObject({
      status: { code: "ERROR", message: "Late." },
      attributes: { "error.type": "timeout", "gen_ai.tool.type": "extension" },
    });
    expect(toOtel(call, { atMs: 5 }).attributes).not.toHaveProperty("toolplane.verdict");
  });

  it("holds arguments and result as JSON when asked", () => {
    expect(toOtel(settledCall(), { atMs: 5, content: true }).attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"path":"README.md"}',
      "gen_ai.tool.call.result": '"hello\\n"',
    });
    const refused = settledCall({
      arguments: null,
      result: { type: "error", code: "disabled", error_text: "Off.", metadata: { duration_ms: 0 } },
    });
    const { attributes } = toOtel(refused, { atMs: 5, content: true });
    expect(attributes["gen_ai.tool.call.result"]).toBe('"Off."');
    expect(attributes).not.toHaveProperty("gen_ai.tool.call.arguments");
  });
});
