import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeDiff } from "./describe-diff.ts";

const names = { from: "a.txt", to: "a.txt" };

describe("describeDiff", () => {
  it("says in lines what makes one text of the other", () => {
    const text = fc
      .array(fc.constantFrom("one", "two", "three", ""), { maxLength: 30 })
      .chain((lines) => fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { text: diff } = describeDiff(before, after, names);
        if (before === after) expect(diff).toBe("");
        else expect(applyPatch(before, diff)).toBe(after);
      }),
    );
  });

  it("counts lines from the beginning of the file", () => {
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 1}\n`);
    const after = lines.with(29, "changed\n").join("");
    expect(describeDiff(lines.join(""), after, names)).toEqual({
      text: "--- a.txt\n+++ a.txt\n@@ -27,7 +27,7 @@\n line 27\n line 28\n line 29\n-line 30\n+changed\n line 31\n line 32\n line 33\n",
      added: 1,
      removed: 1,
      cut: false,
    });
  });

  it("counts lines where there are too many to compare", () => {
    const { text, added, removed, cut } = describeDiff(
      "a\n".repeat(200_001),
      "b\n".repeat(200_001),
      {
        from: "a",
        to: "b",
      },
    );
    expect({ added, removed, cut }).toEqual({ added: 200_001, removed: 200_001, cut: true });
    expect(text).toContain("too much changed to show");
  });

  it("of fifty megabytes takes a look over them and no comparison, whatever their lines are", () => {
    const line = `${"word ".repeat(20)}\n`;
    const long = line.repeat(500_000);
    const middle = long.length / 2;
    const changed = `${long.slice(0, middle)}changed\n${long.slice(middle)}`;
    expect(describeDiff(long, changed, names)).toMatchObject({ added: 1, removed: 0, cut: false });
    expect(describeDiff(long, "", names)).toMatchObject({ removed: 500_000, cut: true });
    const oneLine = describeDiff("x".repeat(50_000_000), "y".repeat(50_000_000), names);
    expect(oneLine).toMatchObject({ added: 1, removed: 1, cut: true });
    expect(oneLine.text.length).toBeLessThan(70_000);
  });

  it("is cut at a line, and says so", () => {
    const after = Array.from({ length: 500 }, (_, index) => `line ${index}\n`).join("");
    const { text, cut } = describeDiff("", after, { ...names, maxChars: 100 });
    expect(cut).toBe(true);
    expect(text.length).toBeLessThan(200);
    expect(text).toMatch(/\n… the rest of the diff is not shown\n$/);
  });
});
