/** The part of vitest's JSON report that is counted. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName?: string }[];
  }[];
}

export interface ClosingCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts tests; a file that failed without running a failing test (it did not load) counts as one failure. */
export function countResults(report: VitestReport): ClosingCounts {
  const statuses = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.map((test) => test.status);
    const broken = file.status === "failed" && !tests.includes("failed");
    return broken ? [...tests, "failed"] : tests;
  });
  const count = (status: string) => statuses.filter((each) => each === status).length;
  const passed = count("passed");
  const failed = count("failed");
  return { passed, failed, skipped: statuses.length - passed - failed };
}

export function formatCounts({ passed, failed, skipped }: ClosingCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
