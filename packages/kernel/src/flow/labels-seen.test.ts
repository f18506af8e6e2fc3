import { ERROR_CODES, type ErrorCode, type ToolResult } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { labelsSeen } from "./labels-seen.ts";

const metadata = { duration_ms: 1, untrusted: { source: "page.example" } };

function failedWith(code: ErrorCode): ToolResult {
  return { type: "error", code, error_text: "words", metadata };
}

describe("what a session takes from a result", () => {
  it("a session takes every label of an output", () => {
    const result: ToolResult = { type: "output", data: 1, metadata };
    expect(labelsSeen(result)).toEqual([{ label: "untrusted", source: "page.example" }]);
  });

  it("a session takes no label of an error in our own words, and all of one that may hold a stranger's", () => {
    const codes = Object.keys(ERROR_CODES) as ErrorCode[];
    expect(codes.filter((code) => labelsSeen(failedWith(code)).length > 0).sort()).toEqual([
      ...["cancelled", "conflict", "failed", "not_found", "timeout", "too_large"],
    ]);
  });
});
