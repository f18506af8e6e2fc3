/** The report of pytest, as it is printed with `-q --tb=short -rfE`. */
import type { TestFailure, TestReport } from "./test-report.ts";

const SUMMARY = /^=*\s?((?:\d{1,9} [a-z]+, )*\d{1,9} [a-z]+|no tests ran) in \d[\d.]*s\b/;
const HEADING = /^_{2,} (.{1,500}?) _{2,}$/;
const SECTION = /^={3,} .{1,200} ={3,}$/;

export function readPytestReport(text: string): TestReport | null {
  const lines = text.split("\n");
  const summary = lines.findLast((line) => SUMMARY.test(line));
  if (summary === undefined) return null;
  const words = SUMMARY.exec(summary)?.[1] ?? "";
  const counted = new Map(
    words.split(", ").map((part) => {
      const [number = "0", word = ""] = part.split(" ");
      return [word, Number(number) || 0];
    }),
  );
  const number = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (counted.get(name) ?? 0), 0);
  return {
    passed: number("passed", "xpassed"),
    failed: number("failed"),
    errors: number("error", "errors"),
    skipped: number("skipped", "xfailed", "deselected"),
    failures: readFailures(lines),
  };
}

/** The blocks of the sections ERRORS and FAILURES, each below its heading. */
function readFailures(lines: readonly string[]): readonly TestFailure[] {
  const failures: { name: string; message: string[] }[] = [];
  let inside = false;
  for (const line of lines) {
    if (SECTION.test(line)) {
      inside = / (?:ERRORS|FAILURES) /.test(line);
      continue;
    }
    if (!inside) continue;
    const heading = HEADING.exec(line);
    if (heading) failures.push({ name: heading[1] ?? "", message: [] });
    else failures.at(-1)?.message.push(line);
  }
  return failures.map(({ name, message }) => ({ name, message: message.join("\n").trim() }));
}
