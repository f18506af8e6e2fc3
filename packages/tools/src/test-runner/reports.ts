/** The reader of each runner's report. */
import type { RunnerName } from "./find-runner.ts";
import { readCargoReport } from "./read-cargo-report.ts";
import { readGoReport } from "./read-go-report.ts";
import { readJestReport } from "./read-jest-report.ts";
import { readPytestReport } from "./read-pytest-report.ts";
import { readTapReport } from "./read-tap-report.ts";
import { readVitestReport } from "./read-vitest-report.ts";
import type { ReadReport } from "./test-report.ts";

export const REPORTS: Readonly<Record<RunnerName, ReadReport>> = {
  vitest: readVitestReport,
  jest: readJestReport,
  node: readTapReport,
  pytest: readPytestReport,
  go: readGoReport,
  cargo: readCargoReport,
};
