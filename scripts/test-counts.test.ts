import { describe, expect, it } from "vitest";
import { countResults, formatCounts } from "./test-counts.ts";

const file = (status: string, ...tests: readonly string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe("the closing line of npm test", () => {
  it("counts what passed and failed", () => {
    const counts = countResults({
      testResults: [file("passed", "passed", "passed"), file("failed", "passed", "failed")],
    });
    expect(formatCounts(counts)).toBe("3 passed, 1 failed");
  });

  it("counts a file that did not load as a failure, and names what was skipped", () => {
    const counts = countResults({
      testResults: [file("failed"), file("passed", "passed", "skipped", "todo", "pending")],
    });
    expect(formatCounts(counts)).toBe("1 passed, 1 failed, 3 skipped");
  });
});
