/**
 * Lets a check by exit code pass where all that it could not show is told by another check's report: tests of files that the set
 * changed. A test that is gone or skipped broke that other check, and the further run of each was green.
 */
import type { CheckResult } from "./check-result.ts";

export function shownByReports(results: readonly CheckResult[]): readonly CheckResult[] {
  const told = new Set(
    results.flatMap(({ state, by, judged }) =>
      state === "passed" && by === "report" ? (judged?.testFiles ?? []) : [],
    ),
  );
  return results.map((result) =>
    isShown(result, told) ? { ...result, state: "passed", needsPerson: null } : result,
  );
}

function isShown({ state, judged }: CheckResult, told: ReadonlySet<string>): boolean {
  if (state !== "held" || judged?.unshown !== "exit-code" || judged.stopped || judged.isRestored)
    return false;
  return judged.touched.parts.every(
    ({ path, role, kind }) =>
      role === "helper" || (role === "test" && (kind === "added" || told.has(path))),
  );
}
