import type { TestFailure } from "@toolplane/tools/test-runner";
import type { CheckStop } from "./run-check.ts";

/** How often tests of one name passed, failed and were skipped in one run. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A run that was stopped: it says nothing about the project. */
export interface StoppedRun {
  readonly stopped: CheckStop;
  readonly why: string | null;
}

/** The outcome of one run of a check. */
export interface Outcome {
  /** The runner whose report was read; null: the exit code is all there is. */
  readonly runner: string | null;
  readonly exitCode: number | null;
  /** Bad: it ended badly, and no failing test explains that. */
  readonly end: "good" | "explained" | "bad";
  readonly tests: ReadonlyMap<string, Tally>;
  readonly failures: readonly TestFailure[];
  /** Files that hold the tests, relative to the workspace, where the report says so. */
  readonly files: readonly string[];
  /** The runner left no report that can be believed; then nothing above counts. */
  readonly isUnread: boolean;
  /** The end of what it printed. */
  readonly output: string;
}
