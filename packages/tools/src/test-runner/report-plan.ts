/**
 * Plans how a project's own command leaves a report that names every test, without a change to the project: by words behind the
 * runner's own, or by a variable that it reads. Where a runner has a report file, the file is read; go and cargo only print.
 */
import type { RunnerName } from "./find-runner.ts";
import { readCargoReport } from "./read-cargo-report.ts";
import { readGoReport } from "./read-go-report.ts";
import { readJestReport } from "./read-jest-report.ts";
import { readJunitReport } from "./read-junit-report.ts";
import type { ReadReport } from "./test-report.ts";

export interface ReportPlan {
  readonly runner: RunnerName;
  /** Behind the words of the runner. Empty: it needs none. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly from: "file" | "output";
  readonly read: ReadReport;
}

/** The plan for a runner whose report goes to `file`, an absolute path without blanks. */
export function reportPlan(runner: RunnerName, file: string): ReportPlan {
  const none = { words: [], environment: {}, from: "file" } as const;
  switch (runner) {
    case "vitest":
      return {
        ...none,
        runner,
        read: readJunitReport,
        words: ["--reporter=default", "--reporter=junit", `--outputFile.junit=${file}`],
      };
    case "jest":
      return { ...none, runner, words: ["--json", `--outputFile=${file}`], read: readJestReport };
    case "node":
      return {
        ...none,
        runner,
        read: readJunitReport,
        environment: { NODE_OPTIONS: nodeOptions(file) },
      };
    case "pytest":
      return {
        ...none,
        runner,
        read: readJunitReport,
        environment: { PYTEST_ADDOPTS: `--junitxml=${file}` },
      };
    case "go":
      return {
        ...none,
        runner,
        read: readGoReport,
        environment: { GOFLAGS: "-json" },
        from: "output",
      };
    case "cargo":
      return { ...none, runner, from: "output", read: readCargoReport };
  }
}

function nodeOptions(file: string): string {
  const to = (reporter: string, place: string): string =>
    `--test-reporter=${reporter} --test-reporter-destination=${place}`;
  return `${to("junit", file)} ${to("spec", "stdout")}`;
}
