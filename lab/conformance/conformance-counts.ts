/** The counts of a run of the suite. */
export interface ConformanceCounts {
  readonly scenarios: number;
  readonly passed: number;
  /** One line for each check that failed. */
  readonly failed: readonly string[];
}
