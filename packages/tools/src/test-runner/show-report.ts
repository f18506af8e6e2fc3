/** A report as a model reads it: counts, then what failed, each with what it said, within a bound. */
import { plainText } from "../text/plain-text.ts";
import type { RunnerName } from "./find-runner.ts";
import type { TestFailure, TestReport } from "./test-report.ts";

export interface TestRunnerData {
  readonly runner: RunnerName;
  readonly passed_count: number;
  readonly failed_count: number;
  readonly error_count: number;
  readonly skipped_count: number;
  readonly failures: readonly TestFailure[];
  /** How many more failed than are shown. */
  readonly more_failures?: number;
  /** The end of what was printed, where the failures do not say enough. */
  readonly output?: string;
}

const MAX_FAILURES = 50;
const MAX_NAME_CHARS = 500;
const MAX_MESSAGE_CHARS = 4_000;
/** Of all messages together. */
const MAX_CHARS = 40_000;
const MAX_OUTPUT_CHARS = 4_000;

export function showReport(
  runner: RunnerName,
  run: {
    readonly report: TestReport;
    readonly printed: string;
    readonly exitCode: number | null;
  },
): TestRunnerData {
  const { report, printed, exitCode } = run;
  const failures = showFailures(report.failures);
  const more = report.failures.length - failures.length;
  const isBad = report.failed + report.errors > 0;
  // A runner that ended badly without saying of any test that it did: no tests, a wrong option, a crash at the end.
  const broke = exitCode !== 0 && !isBad;
  const errors = report.errors + (broke ? 1 : 0);
  const ran = report.passed + report.failed + errors > 0;
  return {
    runner,
    passed_count: report.passed,
    failed_count: report.failed,
    error_count: errors,
    skipped_count: report.skipped,
    failures,
    ...(more > 0 ? { more_failures: more } : {}),
    ...(broke || !ran || (isBad && failures.length === 0)
      ? { output: plainText(printed.slice(-MAX_OUTPUT_CHARS), MAX_OUTPUT_CHARS) }
      : {}),
  };
}

export function showFailures(failures: readonly TestFailure[]): readonly TestFailure[] {
  const shown: TestFailure[] = [];
  let left = MAX_CHARS;
  for (const { name, message } of failures.slice(0, MAX_FAILURES)) {
    if (left <= 0) break;
    const said = plainText(message, Math.min(MAX_MESSAGE_CHARS, left));
    left -= said.length;
    shown.push({
      name: plainText(name.replace(/\s+/g, " "), MAX_NAME_CHARS),
      message: said,
    });
  }
  return shown;
}
