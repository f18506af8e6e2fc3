import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { REPORTS } from "./reports.ts";

// All are real outputs but go.txt, which is written by the format's own description.
const recorded = (name: string): string =>
  readFileSync(new URL(`recorded/${name}.txt`, import.meta.url), "utf8");

describe("reports as runners print them", () => {
  it.each([
    ["vitest", "vitest", [1, 1, 1, 1], ["broken.test.mjs", "v.test.mjs > suite > bad"]],
    ["jest", "jest", [1, 1, 1, 1], ["/project/broken.test.js", "/project/a.test.js > suite bad"]],
    ["node", "node", [1, 3, 0, 2], ["fails", "inner bad", "bad.test.mjs"]],
    [
      "pytest",
      "pytest",
      [2, 2, 1, 1],
      ["ERROR at setup of test_err", "test_bad", "TestC.test_p[2]"],
    ],
    ["go", "go", [1, 1, 1, 1], ["example.com/demo TestBad", "example.com/demo/broken"]],
    ["cargo", "cargo", [1, 1, 0, 1], ["tests::bad"]],
    ["cargo", "cargo-broken", [0, 0, 1, 0], ["build"]],
  ] as const)("%s, from %s.txt", (runner, name, counts, names) => {
    const report = REPORTS[runner](recorded(name));
    const { passed, failed, errors, skipped, failures } = report ?? { failures: [] };
    expect([passed, failed, errors, skipped]).toEqual(counts);
    expect(failures.map((failure) => failure.name).toSorted()).toEqual([...names].toSorted());
    for (const failure of failures) expect(failure.message, failure.name).not.toBe("");
  });

  it.each([
    ["vitest", "expected 1 to be 2"],
    ["jest", "Expected: 2"],
    ["node", "one is not two"],
    ["pytest", "assert 1 == 2"],
    ["go", "got 1, want 2"],
    ["cargo", "assertion `left == right` failed: sum"],
  ] as const)("%s says what was wrong", (runner, words) => {
    const said = REPORTS[runner](recorded(runner))?.failures.map(({ message }) => message);
    expect(said?.join("\n")).toContain(words);
  });

  it.each(Object.entries(REPORTS))("%s finds no result where there is none", (_runner, read) => {
    for (const text of ["", "Segmentation fault\n", "{\n", '{"a":1}\n'.repeat(3)])
      expect(read(text)).toBeNull();
  });
});
