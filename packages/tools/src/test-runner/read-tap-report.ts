/**
 * Reads the report of node:test, as TAP. The output of tests comes behind `# `, and a `#` of theirs is written as `\#`,
 * so no test can forge a number of ours.
 */
import type { TestFailure, TestReport } from "./test-report.ts";

const NUMBERS = /^# (pass|fail|cancelled|skipped|todo) (\d{1,9})$/;
const FAILED = /^( *)not ok \d+ - (.*)$/;

export function readTapReport(text: string): TestReport | null {
  const lines = text.split("\n");
  const numbers = new Map<string, number>();
  for (const line of lines) {
    const found = NUMBERS.exec(line);
    if (found) numbers.set(found[1] ?? "", Number(found[2]));
  }
  if (!numbers.has("pass")) return null;
  const number = (name: string): number => numbers.get(name) ?? 0;
  return {
    passed: number("pass"),
    failed: number("fail"),
    errors: number("cancelled"),
    skipped: number("skipped") + number("todo"),
    failures: readFailures(lines),
  };
}

function readFailures(lines: readonly string[]): readonly TestFailure[] {
  const failures: TestFailure[] = [];
  const printed: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.startsWith("# ") && !line.startsWith("# Subtest: ")) printed.push(line.slice(2));
    const found = FAILED.exec(line);
    if (!found || / # (?:TODO|SKIP)\b/.test(line)) continue;
    const [, indent = "", name = ""] = found;
    const block = blockBelow(lines, at + 1, indent);
    // A group fails because of a test in it, and that was reported already.
    if (block.includes("failureType: 'subtestsFailed'")) continue;
    // A file that does not load says why in what it printed only.
    const said = block.includes("error: 'test failed'") ? `${printed.join("\n")}\n` : "";
    failures.push({ name, message: said + block });
  }
  return failures;
}

function blockBelow(lines: readonly string[], from: number, indent: string): string {
  if (lines[from] !== `${indent}  ---`) return "";
  const kept: string[] = [];
  for (let at = from + 1; at < lines.length && lines[at] !== `${indent}  ...`; at += 1)
    kept.push((lines[at] ?? "").slice(indent.length + 2));
  return kept.filter((line) => !/^(?:duration_ms|type|code): /.test(line)).join("\n");
}
