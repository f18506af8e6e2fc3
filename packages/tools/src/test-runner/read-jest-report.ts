/** Reads the report of jest: one JSON object on a line of its own. The output of tests is on other lines. */
import type { ReportedTest, TestFailure, TestReport } from "./test-report.ts";

const OUTCOMES = ["passed", "failed"] as const;

type Fields = Readonly<Record<string, unknown>>;

export function readJestReport(text: string): TestReport | null {
  const files = findReport(text)?.testResults;
  if (!Array.isArray(files)) return null;
  const report = { passed: 0, failed: 0, errors: 0, skipped: 0 };
  const failures: TestFailure[] = [];
  const named: ReportedTest[] = [];
  for (const file of files.filter(isFields)) {
    const tests = Array.isArray(file.assertionResults) ? file.assertionResults : [];
    for (const test of tests.filter(isFields)) {
      const outcome = OUTCOMES.find((one) => one === test.status) ?? "skipped";
      named.push({ name: testName(test, file), outcome });
      if (test.status === "passed") report.passed += 1;
      else if (test.status === "failed") {
        report.failed += 1;
        failures.push({ name: testName(test, file), message: messagesOf(test.failureMessages) });
      } else report.skipped += 1;
    }
    // A file that does not load has no tests, and says why itself.
    if (
      file.status === "failed" &&
      !tests.some((test) => isFields(test) && test.status === "failed")
    ) {
      report.errors += 1;
      failures.push({ name: textOrEmpty(file.name), message: textOrEmpty(file.message) });
    }
  }
  const names = files.filter(isFields).map((file) => textOrEmpty(file.name));
  return { ...report, failures, tests: named, files: names };
}

function findReport(text: string): Fields | null {
  for (const line of text.split("\n").reverse()) {
    if (!line.startsWith('{"')) continue;
    try {
      const value: unknown = JSON.parse(line);
      if (isFields(value) && Array.isArray(value.testResults)) return value;
    } catch {
      // A line of a test that only looks like one.
    }
  }
  return null;
}

function testName(test: Fields, file: Fields): string {
  return `${textOrEmpty(file.name)} > ${textOrEmpty(test.fullName) || textOrEmpty(test.title)}`;
}

function messagesOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOrEmpty).join("\n") : "";
}

function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
