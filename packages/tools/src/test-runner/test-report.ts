/** The report of a run, from any runner. */

/** One test that failed or broke, with what it said. */
export interface TestFailure {
  readonly name: string;
  readonly message: string;
}

/** `errors` is what could not even be run: a file that does not load, a fixture that breaks, a build that fails. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
}

/** Reads what a runner printed; null when there is no result in it. */
export type ReadReport = (text: string) => TestReport | null;
