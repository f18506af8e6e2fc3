/** The report of a run, from any runner. */

/** One test that failed or broke, with what it said. */
export interface TestFailure {
  readonly name: string;
  readonly message: string;
}

/** One test that a report names; two may have one name. */
export interface ReportedTest {
  /** With its file or package and its groups, as far as the report says them. */
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
}

/** `errors` is what could not even be run: a file that does not load, a fixture that breaks, a build that fails. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  /** Every test, where the report names those that passed too. */
  readonly tests?: readonly ReportedTest[];
  /** The files that hold the tests, where the report names them. */
  readonly files?: readonly string[];
}

/** Reads what a runner printed; null when there is no result in it. */
export type ReadReport = (text: string) => TestReport | null;
