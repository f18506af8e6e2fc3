import type { ErrorCode, ErrorResult } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRetryProfile } from "./create-retry-profile.ts";
import { DEFAULT_SETTINGS } from "./orchestrator-settings.ts";

const retry = createRetryProfile(DEFAULT_SETTINGS);
const failed = (error_text = "It broke.", code: ErrorCode = "failed"): ErrorResult => ({
  type: "error",
  code,
  error_text,
  metadata: { duration_ms: 0 },
});
const after = (result: ErrorResult, attempt = 1, tool = "file_manager") =>
  retry(result, { tool, attempt, random: () => 0 });

describe("createRetryProfile", () => {
  it("waits 1.5 to the power of the attempt in seconds, three attempts in all [R239]", () => {
    expect([1, 2, 3, 4].map((attempt) => after(failed(), attempt))).toEqual([
      1_500,
      2_250,
      null,
      null,
    ]);
  });

  it("adds less than half a second of jitter [R239]", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const waitMs = retry(failed(), { tool: "x", attempt, random: () => random }) ?? 0;
          const jitterMs = waitMs - 1_500 * 1.5 ** (attempt - 1);
          expect(jitterMs).toBeGreaterThanOrEqual(-1e-6);
          expect(jitterMs).toBeLessThanOrEqual(500);
        },
      ),
    );
  });

  it("gives up at once on what the same call would meet again", () => {
    for (const text of [
      "File not found: a.py",
      "ENOENT: no such file or directory",
      "The path lies outside the workspace.",
      "Command blocked for security.",
      "Not a git repository",
      "The diff could not be applied",
      "Token budget exceeded (9000/8000)",
      "Tests failed: 2 failed, 0 errors. AssertionError",
    ]) {
      expect(after(failed(text))).toBe(null);
    }
    const final: readonly ErrorCode[] = [
      "not_found",
      "capability_denied",
      "permission_denied",
      "invalid_input",
      "cancelled",
      "timeout",
      "conflict",
      "too_large",
      "budget_exceeded",
    ];
    for (const code of final) expect(after(failed("It broke.", code))).toBe(null);
  });

  it("tries failures, crashes and missing services again, but no call of an MCP server", () => {
    for (const code of ["failed", "unavailable", "internal"] as const) {
      expect(after(failed("It broke.", code))).toBe(1_500);
      expect(after(failed("It broke.", code), 1, "mcp:github.search")).toBe(null);
    }
  });
});
