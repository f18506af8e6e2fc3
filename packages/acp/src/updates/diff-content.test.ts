import { describe, expect, it } from "vitest";
import { diffContent } from "./diff-content.ts";

const cwd = "/project";

describe("a unified diff as the protocol takes it", () => {
  it("a diff becomes the text before and after, hunk by hunk, with whole paths", () => {
    const diff = [
      "--- a.txt",
      "+++ a.txt",
      "@@ -1,3 +1,3 @@",
      " one",
      "-two",
      "+2",
      " three",
      "@@ -9 +9,2 @@",
      " nine",
      "+ten",
      "--- /dev/null",
      "+++ new/b.txt",
      "@@ -0,0 +1 @@",
      "+x",
      "",
    ].join("\n");
    expect(diffContent(diff, { cwd })).toEqual([
      {
        type: "diff",
        path: "/project/a.txt",
        oldText: "one\ntwo\nthree\n",
        newText: "one\n2\nthree\n",
      },
      { type: "diff", path: "/project/a.txt", oldText: "nine\n", newText: "nine\nten\n" },
      { type: "diff", path: "/project/new/b.txt", oldText: null, newText: "x\n" },
    ]);
  });

  it("takes lines that look like headers for what they are inside a hunk", () => {
    const diff = "--- a\n+++ a\n@@ -1,2 +1,2 @@\n--- b\n+++ c\n @@ -1 +1 @@\n";
    expect(diffContent(diff, { cwd })).toEqual([
      {
        type: "diff",
        path: "/project/a",
        oldText: "-- b\n@@ -1 +1 @@\n",
        newText: "++ c\n@@ -1 +1 @@\n",
      },
    ]);
  });

  it("gives nothing without a diff, and the rest of one that was cut", () => {
    expect(diffContent("", { cwd })).toEqual([]);
    expect(diffContent("… 12 more lines", { cwd })).toEqual([]);
    const cut = "--- a\n+++ a\n@@ -1,9 +1,9 @@\n-one\n+1";
    expect(diffContent(cut, { path: "/b", cwd })).toMatchObject([
      { path: "/b", oldText: "one\n", newText: "1\n" },
    ]);
  });
});
