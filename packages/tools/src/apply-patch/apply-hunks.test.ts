import { describe, expect, it } from "vitest";
import { applyHunks } from "./apply-hunks.ts";
import { parsePatch } from "./parse-patch.ts";

function apply(text: string, hunks: string): string {
  const [file] = parsePatch(`--- a/x\n+++ b/x\n${hunks}`);
  if (file?.kind !== "update" || file.body.form !== "hunks") throw new TypeError("no update");
  return applyHunks(text, file.body.hunks, "x");
}

describe("applyHunks", () => {
  it("refuses more parts than can be looked for in a long file", { timeout: 60_000 }, () => {
    const text = `${"a\n".repeat(1_000_000)}${Array.from({ length: 120 }, (_, n) => `b${n}\n`).join("")}`;
    // Every one is somewhere else than where the one before says.
    const hunks = Array.from({ length: 120 }, (_, n) => `@@ -${n * 3 + 1} +1 @@\n-b${n}\n+B\n`);
    expect(apply(text, hunks.slice(0, 5).join(""))).toContain("B\nB\nB\nB\nB\nb5\n");
    expect(() => apply(text, hunks.join(""))).toThrow(/too many parts/);
  });

  it.each([
    ["at its line", "a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\nB\nc\n"],
    [
      "twice without context",
      "a\nb\nc\n",
      "@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-c\n+C\n",
      "A\nb\nC\n",
    ],
    ["some lines off", "x\ny\na\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "x\ny\na\nB\nc\n"],
    ["at its line though it fits elsewhere", "a\na\na\n", "@@ -2 +2 @@\n-a\n+b\n", "a\nb\na\n"],
    [
      "off by what the hunk before was",
      "x\nf\na\na\na\n",
      "@@ -1,2 +1,2 @@\n f\n-a\n+A\n@@ -3 +3 @@\n-a\n+A\n",
      "x\nf\nA\nA\na\n",
    ],
    ["to an empty file", "", "@@ -0,0 +1 @@\n+a\n", "a\n"],
    [
      "taking the last line break away",
      "a\n",
      "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n",
      "a",
    ],
    [
      "putting the last line break there",
      "a",
      "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n",
      "a\n",
    ],
    ["to a file without a last line break", "a\nb", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n", "A\nb"],
    ["with CRLF in file and patch", "a\r\n", "@@ -1 +1 @@\n-a\r\n+b\r\n", "b\r\n"],
    [
      "with CRLF in the file alone",
      "a\r\nb\r\n",
      "@@ -1,2 +1,3 @@\n a\n-b\n+B\n+C\n",
      "a\r\nB\r\nC\r\n",
    ],
    [
      "to mixed endings, which stay",
      "a\nb\r\nc\n",
      "@@ -1,3 +1,3 @@\n a\n b\n-c\n+C\n",
      "a\nb\r\nC\n",
    ],
    ["changing an ending", "a\nb\n", "@@ -1,2 +1,2 @@\n-a\n+a\r\n b\n", "a\r\nb\n"],
  ])("changes a file %s", (_, text, hunks, expected) => {
    expect(apply(text, hunks)).toBe(expected);
  });

  it.each([
    ["whose lines are not there", "a\nb\n", "@@ -1,2 +1,2 @@\n x\n-b\n+B\n", "does not fit"],
    ["whose whitespace differs", "  a\n", "@@ -1 +1 @@\n- a\n+b\n", "does not fit"],
    ["that fits in two other places", "x\na\ny\na\n", "@@ -1 +1 @@\n-a\n+b\n", "several places"],
    ["before the one before it", "a\nb\n", "@@ -2 +2 @@\n-b\n+B\n@@ -1 +1 @@\n-a\n+A\n", "Hunk 2"],
    ["of added lines without context", "a\nb\n", "@@ -1,0 +2 @@\n+x\n", "only adds lines"],
    ["that creates a file which is there", "a\n", "@@ -0,0 +1 @@\n+x\n", "only adds lines"],
    [
      "that says there is no last line break",
      "a\n",
      "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n",
      "does not fit",
    ],
  ])("refuses a hunk %s", (_, text, hunks, words) => {
    expect(() => apply(text, hunks)).toThrow(words);
  });

  it("is done soon with a file of one line repeated", () => {
    const text = "a\n".repeat(200_000);
    const hunk = `@@ -1,20001 +1,20000 @@\n${" a\n".repeat(20_000)}-b\n`;
    expect(() => apply(text, hunk)).toThrow("does not fit");
  });
});
