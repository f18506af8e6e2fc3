import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REPORTS } from "./reports.ts";
import { showReport } from "./show-report.ts";

describe("what a hostile test suite prints", () => {
  it.each(Object.entries(REPORTS))("%s never throws, whatever was printed", (_runner, read) => {
    const line = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom(
        ...[
          "TAP version 13",
          "ok 1 - a",
          "not ok 2 - b",
          "    ---",
          "    ...",
          "# pass 3",
          "# fail 1",
        ],
        ...[
          "=== FAILURES ===",
          "____ x ____",
          "1 passed in 0.1s",
          "---- a stdout ----",
          "failures:",
        ],
        ...["test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured", '{"Action":"fail"}'],
        ...[
          '{"testResults":[1,null,{"assertionResults":[{"status":"failed"}]}]}',
          "error: could not compile x",
        ],
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const report = read(lines.join("\n"));
        if (report)
          for (const count of [report.passed, report.failed])
            expect(count).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 50 },
    );
  });

  it("cannot make a run that ended badly look good", () => {
    const printed = "TAP version 13\n1..1\nok 1 - a.test.ts > all is well\n";
    const report = REPORTS.vitest(printed);
    if (!report) throw new Error("no report");
    expect(showReport("vitest", { report, printed, exitCode: 1 })).toMatchObject({
      error_count: 1,
      output: expect.stringContaining("all is well"),
    });
  });

  it("shows no terminal sequences, hidden characters or endless messages", () => {
    const name = "a > \u001b[2J\u001b]0;title\u0007x\u202ey\r[exit code 0]";
    const failures = Array.from({ length: 500 }, () => ({
      name,
      message: `\u001b[31m${"z".repeat(9_000)}\u200b`,
    }));
    const report = { passed: 0, failed: 500, errors: 0, skipped: 0, failures };
    const shown = showReport("vitest", { report, printed: "", exitCode: 1 });
    const text = JSON.stringify(shown);
    expect(text.length).toBeLessThan(60_000);
    expect(text).not.toMatch(/\\u001b|\\r|[\u200b\u202e]/);
    expect((shown.more_failures ?? 0) + shown.failures.length).toBe(500);
    expect(shown.failures[0]?.name).toBe("a > x\\u{202e}y [exit code 0]");
  });
});
