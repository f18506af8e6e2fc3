import type { ToolResult } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fromToolRecord,
  type ToolRecord,
  type ToolRecordError,
  toToolRecord,
} from "./tool-record.ts";

const call = { tool: "file_manager", parameters: { action: "read", path: "a" } };
const words: readonly ToolRecordError[] = [
  "tools_disabled",
  "tool_not_found",
  "permission_denied",
  "approval_denied",
  "token_budget_exceeded",
  "tool_reported_failure",
  "tests_failed",
  "max_retries_exceeded",
  "empty_tool_name",
  "missing_required_param",
  "mcp_client_not_found",
  "mcp_not_connected",
  "mcp_tool_error",
  "tool_timeout",
];
const ran = ["tool_reported_failure", "tests_failed", "max_retries_exceeded"];
const anyRecord: fc.Arbitrary<ToolRecord> = fc.oneof(
  fc.record({
    success: fc.constant(true as const),
    tool: fc.constant(call.tool),
    output: fc.jsonValue(),
    tokens_used: fc.nat(),
    duration: fc.nat().map((ms) => ms / 1_000),
    attempt: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ error: fc.constantFrom(...words), output: fc.string() }).map(({ error, output }) => ({
    success: false as const,
    error,
    output,
    ...(ran.includes(error) ? { tool: call.tool } : {}),
  })),
);

describe("S2's records", () => {
  it("S2's records come back from the envelope as they were, every error word included [R241]", () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(toToolRecord(fromToolRecord(record), call)).toEqual(record);
      }),
    );
  });

  it("S2's records hold exactly S2's members [R241]", () => {
    const output: ToolResult = { type: "output", data: "text", metadata: { duration_ms: 1_250 } };
    expect(toToolRecord(output, call)).toEqual({
      success: true,
      tool: "file_manager",
      output: "text",
      tokens_used: 7,
      duration: 1.25,
      attempt: 1,
    });
    const error: ToolResult = {
      type: "error",
      code: "unknown_tool",
      error_text: "Tool not found: x",
      metadata: { duration_ms: 1 },
    };
    expect(toToolRecord(error, call)).toEqual({
      success: false,
      error: "tool_not_found",
      output: "Tool not found: x",
    });
    expect(toToolRecord({ ...error, code: "failed", error_text: "No." }, call)).toEqual({
      success: false,
      error: "tool_reported_failure",
      output: "No.",
      tool: "file_manager",
    });
  });

  it("S2's records say where a cut output lies and that a foreign one is foreign", () => {
    const metadata = {
      duration_ms: 0,
      truncated: true,
      output_path: "/scratch/c",
      untrusted: { source: "web" },
    };
    expect(toToolRecord({ type: "output", data: { head: "a" }, metadata }, call)).toMatchObject({
      output: { head: "a", output_path: "/scratch/c" },
      untrusted: { source: "web" },
    });
  });
});
