import type { ToolResult } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { personMessage } from "./person-message.ts";

const told = (message: unknown): ToolResult =>
  ({ type: "output", data: null, flow: { message }, metadata: { duration_ms: 0 } }) as ToolResult;

describe("a tool's message to the person", () => {
  it("is shown without what cannot be seen, and has an end", () => {
    expect(personMessage(told("Event\u200b created.\u001b[2J"))).toBe("Event created.[2J");
    expect(personMessage(told("x".repeat(9_000)))).toHaveLength(2_000);
  });

  it("is empty where there is none, or where the error says the same", () => {
    expect(personMessage(told(undefined))).toBe("");
    expect(personMessage(told({ toString: () => "no" }))).toBe("");
    const error = { type: "error", code: "failed", error_text: "No.", flow: { message: "No." } };
    expect(personMessage({ ...error, metadata: { duration_ms: 0 } } as ToolResult)).toBe("");
  });
});
