import { describe, expect, it } from "vitest";
import { applyEdit } from "./apply-edit.ts";

const FILE = "def f(x):\n    if x:\n        y = 1\n        return y\n    return x\n";

function edit(old: string, next: string, text = FILE, path = "a.py"): string {
  try {
    return applyEdit(text, { old_string: old, new_string: next }, path).text;
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
    ["a block that opens in a new line", "y = 1", "if x > 1:\n            y = 1"],
    ["what ends the block", "return y", "return y\n    else:\n        return 2"],
    ["what comes after all", "return x", "return x\n\n\ndef g():\n    pass"],
    ["nothing, so that its blanks stay", "y = 1", ""],
    ["lines of which all lost it", "y = 1\n        return y", "z = 1\ny = 2\nreturn y"],
    ["a block that is a step deeper", "y = 1\n        return y", "if x:\n    y = 1\n    return y"],
    ["a line that stood further down", "return y\n    return x", "return x"],
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
    ["several old lines", "y = 1\n        return y", "return 1", "        return 1\n"],
  ])("is replaced by %s", (_name, old, next, expected) => {
    expect(edit(old, next)).toContain(expected);
  });

  const CODE = "class A {\n  a() {\n    one();\n    two();\n  }\n  b = 1;\n}\n";

  it.each([
    ["a statement and its neighbour", "b = 1;", "b = 2;\n  c = 3;", "  b = 2;\n  c = 3;\n"],
    [
      "a block that closes as deep as the line",
      "b = 1;",
      "b() {\n    x();\n  }",
      "  b() {\n    x();\n  }\n",
    ],
    [
      "a line that stays, and one beside it",
      "two();",
      "two();\n    three()",
      "    two();\n    three()\n",
    ],
  ])("is replaced, where brackets show how deep it is, by %s", (_name, old, next, expected) => {
    expect(edit(old, next, CODE, "a.ts")).toContain(expected);
  });

  it.each([
    ["a block without its indentation", "b = 1;", "b() {\n  x();\n}"],
    ["a neighbour without its indentation", "b = 1;", "b = 2;\nc = 3;"],
    [
      "the only lines of which there are more, a step further in",
      "}\n  b = 1;",
      "}\n  c = 1;\n  b = 1;",
    ],
  ])("is not replaced, where brackets show how deep it is, by %s", (_name, old, next) => {
    const text = `${CODE}  {\n    {\n    }\n    b = 1;\n  }\n`;
    expect(edit(old, next, text, "a.ts")).not.toContain("class A {");
  });

  it("is not replaced in a file of other line ends either", () => {
    const text = FILE.replaceAll("\n", "\r\n");
    const next = "z = 1\ny = 2\nreturn y";
    expect(edit("y = 1\n        return y", next, text)).toContain("not clear how far");
  });

  it("is replaced everywhere as it is written, where that is asked for", () => {
    const all = { old_string: "y", new_string: "y\nz", replace_all: true };
    expect(applyEdit("  y\n  y\n", all, "a.txt").text).toBe("  y\nz\n  y\nz\n");
  });
});
