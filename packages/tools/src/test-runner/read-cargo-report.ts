/** The report of `cargo test`: one result for each program that holds tests, or the errors of the compiler. */
import type { ReportedTest, TestFailure, TestReport } from "./test-report.ts";

const RESULT =
  /^test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/;
const HEADING = /^---- (.{1,500}) stdout ----$/;

export function readCargoReport(text: string): TestReport | null {
  const lines = text.split("\n");
  const counts = { passed: 0, failed: 0, errors: 0, skipped: 0 };
  let results = 0;
  for (const line of lines) {
    const found = RESULT.exec(line);
    if (!found) continue;
    results += 1;
    counts.passed += Number(found[1]);
    counts.failed += Number(found[2]);
    counts.skipped += Number(found[3]);
  }
  const tests = readTests(lines);
  const broken = readCompilerErrors(lines);
  if (broken !== null) counts.errors += 1;
  if (results === 0 && broken === null) return null;
  return { ...counts, failures: [...(broken ? [broken] : []), ...readFailures(lines)], tests };
}

const TEST = /^test (.{1,500}?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, .*)?$/;
const OUTCOMES = { ok: "passed", FAILED: "failed", ignored: "skipped" } as const;

/** Two programs may hold tests of one name: which one is running is on the other stream, so their order says nothing. */
function readTests(lines: readonly string[]): readonly ReportedTest[] {
  return lines.flatMap((line) => {
    const [, name, said] = TEST.exec(line) ?? [];
    if (name === undefined || said === undefined) return [];
    return [{ name, outcome: OUTCOMES[said as keyof typeof OUTCOMES] }];
  });
}

function readFailures(lines: readonly string[]): readonly TestFailure[] {
  const failures: { name: string; message: string[] }[] = [];
  let open = false;
  for (const line of lines) {
    const heading = HEADING.exec(line);
    if (heading) failures.push({ name: heading[1] ?? "", message: [] });
    // The list of names below all outputs, and the backtrace, say nothing more.
    open = heading ? true : open && !/^(?:failures:|test result: |stack backtrace:)/.test(line);
    if (open && !heading) failures.at(-1)?.message.push(line);
  }
  return failures.map(({ name, message }) => ({ name, message: message.join("\n").trim() }));
}

function readCompilerErrors(lines: readonly string[]): TestFailure | null {
  const end = lines.findIndex((line) => /^error: could not compile /.test(line));
  if (end < 0) return null;
  const begin = lines.findIndex((line) => /^error(?:\[E\d+\])?: /.test(line));
  return { name: "build", message: lines.slice(begin, end + 1).join("\n") };
}
