import { describe, expect, it } from "vitest";
import { readDiff } from "./read-diff.ts";

const shown = (diff: string) => readDiff(diff).map(({ kind, text }) => `${kind}|${text}`);
const HEADER = "--- a.sql\n+++ a.sql\n@@ -1,2 +1,2 @@\n";

describe("a diff in the console", () => {
  it("leaves out the header, and no change that looks like one", () => {
    expect(shown(`${HEADER}--- keep nothing\n+++ drop everything\n same\n`)).toEqual([
      "rem|-- keep nothing",
      "add|++ drop everything",
      "|same",
    ]);
  });

  it("says that a line feed is missing where that changed, and only there", () => {
    const end = "\\ No newline at end of file";
    expect(shown(`${HEADER}-a\n${end}\n+b\n${end}\n`)).toEqual(["rem|a", "add|b"]);
    expect(shown(`${HEADER}-a\n+a\n${end}\n`)).toEqual(["rem|a", "add|a", `fold|${end}`]);
  });

  it("numbers each side by itself", () => {
    const lines = readDiff("--- a\n+++ a\n@@ -3,2 +3,3 @@\n x\n-y\n+z\n+w\n@@ -9 +10 @@\n-q\n");
    expect(lines.map(({ number }) => number)).toEqual(["3", "4", "4", "5", "", "9"]);
  });
});
