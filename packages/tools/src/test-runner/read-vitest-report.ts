/**
 * Reads the report of vitest, as flat TAP: its only report that every version prints and none writes to a file. A file
 * that does not load is listed like a test, but has no test's name.
 */
import type { TestFailure, TestReport } from "./test-report.ts";

const LINE = /^(not ok|ok) \d+ - (.*)$/;

export function readVitestReport(text: string): TestReport | null {
  const lines = text.split("\n");
  if (!lines.includes("TAP version 13")) return null;
  const counts = { passed: 0, failed: 0, errors: 0, skipped: 0 };
  const failures: TestFailure[] = [];
  for (const [at, line] of lines.entries()) {
    const found = LINE.exec(line);
    if (!found) continue;
    const [, outcome, rest = ""] = found;
    const name = rest.replace(/ # time=[\d.]+ms$/, "");
    if (/ # (?:SKIP|TODO)\b/.test(rest)) counts.skipped += 1;
    else if (outcome === "ok") counts.passed += 1;
    else {
      if (name.includes(" > ")) counts.failed += 1;
      else counts.errors += 1;
      failures.push({ name, message: blockBelow(lines, at + 1) });
    }
  }
  return { ...counts, failures };
}

function blockBelow(lines: readonly string[], from: number): string {
  if (lines[from] !== "    ---") return "";
  const kept: string[] = [];
  for (let at = from + 1; at < lines.length && lines[at] !== "    ..."; at += 1)
    kept.push((lines[at] ?? "").slice(4));
  return kept.join("\n");
}
