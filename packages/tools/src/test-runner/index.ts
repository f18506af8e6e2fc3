export type { RunnerName } from "./find-runner.ts";
export { type ReportPlan, reportPlan } from "./report-plan.ts";
export { runnerOfWords } from "./runner-of-words.ts";
export { showFailures } from "./show-report.ts";
export type { ReportedTest, TestFailure, TestReport } from "./test-report.ts";
