/** The report of `go test -json`: one event on each line. What is no event was printed by the build. */
import type { ReportedTest, TestFailure, TestReport } from "./test-report.ts";

const OUTCOMES: Readonly<Record<string, ReportedTest["outcome"]>> = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
};

interface GoEvent {
  readonly Action?: unknown;
  readonly Package?: unknown;
  readonly ImportPath?: unknown;
  readonly Test?: unknown;
  readonly Output?: unknown;
}

export function readGoReport(text: string): TestReport | null {
  const counts = { passed: 0, failed: 0, errors: 0, skipped: 0 };
  const failures: TestFailure[] = [];
  const tests: ReportedTest[] = [];
  const said = new Map<string, string>();
  const failedIn = new Set<string>();
  let events = 0;
  for (const line of text.split("\n")) {
    const event = readEvent(line);
    if (event === null) continue;
    events += 1;
    const where = wordOf(event.Package) || wordOf(event.ImportPath).split(" ")[0] || "";
    const test = wordOf(event.Test);
    const key = `${where} ${test}`;
    if (event.Action === "output" || event.Action === "build-output")
      said.set(key, (said.get(key) ?? "") + wordOf(event.Output));
    const outcome = OUTCOMES[wordOf(event.Action)];
    if (outcome !== undefined && test !== "") tests.push({ name: key, outcome });
    if (event.Action === "pass" && test !== "") counts.passed += 1;
    if (event.Action === "skip" && test !== "") counts.skipped += 1;
    if (event.Action !== "fail") continue;
    if (test === "" && failedIn.has(where)) continue;
    if (test === "") counts.errors += 1;
    else counts.failed += 1;
    failedIn.add(where);
    failures.push({ name: key.trim(), message: said.get(key) ?? "" });
  }
  return events === 0 ? null : { ...counts, failures, tests };
}

function readEvent(line: string): GoEvent | null {
  if (!line.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && "Action" in value ? value : null;
  } catch {
    return null;
  }
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
