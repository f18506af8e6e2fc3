import { describe, expect, it } from "vitest";
import { readRuns } from "./read-runs.ts";

const report = (...tests: readonly (readonly [fullName: string, status: string])[]) => ({
  testResults: [
    {
      status: "passed",
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
    },
  ],
});

describe("readRuns", () => {
  it("gives each id the worst that became of its tests", () => {
    const runs = readRuns(
      report(
        ["a [R001] runs", "passed"],
        ["b [R001, R002] runs", "passed"],
        ["c [R002] needs bubblewrap", "skipped"],
        ["d [R003] [R004] is pending", "pending"],
        ["e [R003] breaks", "failed"],
        ["f has none", "passed"],
      ),
    );
    expect(Object.fromEntries(runs)).toEqual({
      R001: "passed",
      R002: "skipped",
      R003: "failed",
      R004: "skipped",
    });
  });
});
