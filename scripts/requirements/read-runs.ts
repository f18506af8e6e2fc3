// The outcomes of the tests that carry a requirement's id, from vitest's JSON report. A proof counts when each of them ran: one
// that was skipped, because this machine lacks a part, leaves the requirement unproven here and says so.
import type { VitestReport } from "../test-counts.ts";

export type Run = "passed" | "skipped" | "failed";

/** Id → the worst that became of its tests; an id that no test of the report carries is not in it. */
export function readRuns(report: VitestReport): ReadonlyMap<string, Run> {
  const runs = new Map<string, Run>();
  for (const { assertionResults } of report.testResults) {
    for (const { fullName = "", status } of assertionResults) {
      for (const id of readIds(fullName)) runs.set(id, worse(runs.get(id), readStatus(status)));
    }
  }
  return runs;
}

/** Ids in the name of a test: `[R001]`, `[R001] [R002]`, `[R001, R002 R003]`. */
export function readIds(name: string): readonly string[] {
  return [...name.matchAll(/\[(R\d[^\]]*)\]/g)].flatMap((match) =>
    (match[1] ?? "").split(/[,\s]+/),
  );
}

function readStatus(status: string): Run {
  if (status === "passed" || status === "failed") return status;
  return "skipped";
}

function worse(one: Run | undefined, other: Run): Run {
  const order: readonly Run[] = ["failed", "skipped", "passed"];
  return order.find((run) => run === one || run === other) ?? other;
}
