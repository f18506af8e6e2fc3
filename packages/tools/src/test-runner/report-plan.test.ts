import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readJunitReport } from "./read-junit-report.ts";
import { reportPlan } from "./report-plan.ts";
import { runnerOfWords } from "./runner-of-words.ts";

// All are real files but go.txt, which is written by the format's own description.
const recorded = (name: string): string =>
  readFileSync(new URL(`recorded/${name}`, import.meta.url), "utf8");

const told = (name: string, runner: Parameters<typeof reportPlan>[0]) =>
  reportPlan(runner, "/tmp/report")
    .read(recorded(name))
    ?.tests?.map((test) => `${test.outcome} ${test.name}`);

describe("a report that names every test", () => {
  it("of node:test, from its report file", () => {
    expect(told("junit-node.xml", "node")).toEqual([
      "passed /project/a.test.mjs > test > adds",
      "passed /project/a.test.mjs > g > in",
      "skipped /project/a.test.mjs > g > sk",
      "skipped /project/a.test.mjs > g > td",
      "failed /project/a.test.mjs > g > bad # hash",
      "passed /project/b.test.mjs > test > adds",
    ]);
  });

  it("of node:test, with the message of what failed and the lines of the project alone", () => {
    expect(readJunitReport(recorded("junit-node.xml"))?.failures).toEqual([
      {
        name: "/project/a.test.mjs > g > bad # hash",
        message: "1 == 2\nat TestContext.<anonymous> (file:///project/a.test.mjs:2:145)",
      },
    ]);
  });

  it("of vitest, with a file that does not load and two tests of one name", () => {
    expect(told("junit-vitest.xml", "vitest")).toEqual([
      "passed a.test.mjs > adds",
      "passed a.test.mjs > g > in",
      "skipped a.test.mjs > g > sk",
      "skipped a.test.mjs > g > td",
      "failed a.test.mjs > g > bad # hash",
      "passed a.test.mjs > adds",
      "failed load.test.mjs",
    ]);
  });

  it("of pytest, with classes, parameters and a fixture that breaks", () => {
    expect(told("junit-pytest.xml", "pytest")).toEqual([
      "passed test_a > test_ok",
      "passed test_a > test_p[1]",
      "failed test_a > test_p[2]",
      "skipped test_a > test_s",
      "failed test_a > test_e",
      "passed test_a.TestC > test_m",
      "skipped test_a > test_x",
    ]);
    expect(readJunitReport(recorded("junit-pytest.xml"))).toMatchObject({ failed: 1, errors: 1 });
  });

  it.each([
    ["junit-node.xml", ["/project/a.test.mjs", "/project/b.test.mjs"]],
    ["junit-vitest.xml", ["a.test.mjs", "load.test.mjs"]],
    ["junit-pytest.xml", ["test_a.py"]],
  ])("names the files that hold the tests: %s", (name, files) => {
    expect(readJunitReport(recorded(name))?.files).toEqual(files);
  });

  it.each([
    ["jest.txt", "jest", "failed /project/a.test.js > suite bad"],
    ["go.txt", "go", "failed example.com/demo TestBad"],
    ["cargo.txt", "cargo", "failed tests::bad"],
  ] as const)("of %s", (name, runner, line) => {
    expect(told(name, runner)).toContain(line);
  });

  it("is none when it was cut off, has tests added, or goes on after its end", () => {
    const whole = recorded("junit-vitest.xml");
    expect(readJunitReport(whole)).not.toBeNull();
    const forged = '<testcase classname="a" name="forged"/>';
    for (const text of [
      "",
      whole.slice(0, -30),
      whole.replace("</testsuite>", `${forged}</testsuite>`),
      `${whole}${forged}</testsuites>`,
      `${whole}${whole}`,
      "<testcase></testsuites>",
      whole.replace('name="adds"', 'name="ad<testcase name="adds"'),
    ])
      expect(readJunitReport(text)).toBeNull();
  });

  it("takes what a test printed for no element", () => {
    const text = `<testsuites><testsuite name="s" tests="1"><testcase name="a"><system-out>&lt;/testcase>&lt;testcase name="b"/></system-out></testcase></testsuite></testsuites>`;
    expect(readJunitReport(text)?.tests).toEqual([{ name: "a", outcome: "passed" }]);
  });
});

describe("the runner that words start", () => {
  it.each([
    ["vitest run", "vitest"],
    ["node_modules/.bin/vitest", "vitest"],
    ["npx --yes jest --ci", "jest"],
    ["python3.12 -m pytest -q", "pytest"],
    ["node --test a.js", "node"],
    ["node a.js", null],
    ["go test ./...", "go"],
    ["go build", null],
    ["echo vitest", null],
    ["", null],
  ] as const)("%s", (line, runner) => {
    expect(runnerOfWords(line.split(" "))).toBe(runner);
  });
});
