import { describe, expect, it } from "vitest";
import { applyEdit } from "./apply-edit.ts";

const FILE = "def f(x):\n    if x:\n        y = 1\n        return y\n    return x\n";

function edit(old: string, next: string, text = FILE): string {
  try {
    return applyEdit(text, { old_string: old, new_string: next }, "a.py").text;
  } catch (error) {
    return (error as Error).message.replace(/^[^:]*: /, "");
  }
}

const LOST =
  /^old_string is not there as written: old_string begins behind the indentation of its line/;

describe("the exact text of a line without its indentation", () => {
  it.each([
    ["lines at the margin", "y = 1", "y = 1\nz = 2"],
    ["a block whose body is where the line was", "return x", "if z:\n    return x"],
    ["a call whose arguments are where the line was", "return x", "return f(\n    x,\n)"],
    ["a chain that goes on where the line was", "return x", "return x\n    .y()"],
    ["an indentation that the old text lacks", "y = 1", "        y = 1\n        z = 2"],
    ["an empty line first", "y = 1", "\n        z = 2\n        y = 1"],
    ["nothing, with the line break", "y = 1\n", ""],
    ["a part of the indentation", "    y = 1\n", "    y = 1\n    z = 2\n"],
    ["a line behind an empty one", "return y", "z = y\n\nreturn z"],
  ])("is not replaced by %s", (_name, old, next) => {
    expect(edit(old, next)).toMatch(LOST);
  });

  it.each([
    ["one line", "y = 1", "y = 2", "        y = 2\n"],
    [
      "lines that know the indentation",
      "y = 1",
      "y = 1\n        z = 2",
      "        y = 1\n        z = 2\n",
    ],
    [
      "a block that is deeper",
      "y = 1",
      "if x > 1:\n            y = 1",
      "        if x > 1:\n            y = 1\n",
    ],
    [
      "what ends the block",
      "return y",
      "return y\n    else:\n        return 2",
      "    else:\n        return 2\n",
    ],
    [
      "what comes after all",
      "return x",
      "return x\n\n\ndef g():\n    pass",
      "    return x\n\n\ndef g():\n    pass\n",
    ],
    ["several old lines", "y = 1\n        return y", "return 1", "        return 1\n"],
    ["nothing, without the line break", "y = 1", "", "        \n"],
  ])("is replaced by %s", (_name, old, next, expected) => {
    expect(edit(old, next)).toContain(expected);
  });

  it("is replaced everywhere as it is written, where that is asked for", () => {
    const all = { old_string: "y", new_string: "y\nz", replace_all: true };
    expect(applyEdit("  y\n  y\n", all, "a.txt").text).toBe("  y\nz\n  y\nz\n");
  });
});
