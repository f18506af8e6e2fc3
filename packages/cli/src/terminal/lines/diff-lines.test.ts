import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { createPaint } from "../paint.ts";
import { changedWords } from "./changed-words.ts";
import { diffLines } from "./diff-lines.ts";

const options = { paint: createPaint({ hasColour: false, isAscii: false }), width: 40, indent: 0 };
const head = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n";

test("diffLines keeps the indentation of what changed", () => {
  expect(diffLines(`${head} if (x)\n-    one();\n+\ttwo();\n`, options)).toEqual([
    "   1   if (x)",
    "   2 -     one();",
    "   2 +   two();",
  ]);
});

test("diffLines wraps a long line below its own indentation, and a deep one within half the width", () => {
  expect(diffLines(`${head}+    ${"word ".repeat(8)}\n`, options)).toEqual([
    "   1 +     word word word word word word",
    "   ↩       word word",
  ]);
  const deep = diffLines(`${head}+${" ".repeat(60)}x\n`, options);
  expect(deep).toEqual([`   1 + ${" ".repeat(16)}x`]);
});

describe("a changed line in colour", () => {
  const coloured = {
    ...options,
    width: 60,
    paint: createPaint({ hasColour: true, isAscii: false }),
  };
  const signs = { "7m": "[", "27m": "]", "32m": "<green>", "31m": "<red>" };
  const draw = (unified: string, width = 60): string => {
    let text = diffLines(`${head}${unified}`, { ...coloured, width }).join("\n");
    for (const [code, sign] of Object.entries(signs))
      text = text.replaceAll(`\u001b[${code}`, sign);
    return stripVTControlCharacters(text);
  };

  test("is tinted whole, and the words that the other version does not have are turned round", () => {
    expect(draw("-return round(a * b, 2)\n+return a * b\n")).toBe(
      "   1 <red>- return [round(]a * b[,] [2)]\n   1 <green>+ return a * b",
    );
    expect(draw("-a b c\n-x y z\n+a B c\n+x y zz\n")).toBe(
      "   1 <red>- a [b] c\n   2 <red>- x y [z]\n   1 <green>+ a [B] c\n   2 <green>+ x y [zz]",
    );
  });

  test("points out nothing where two lines have little in common, or a line is new", () => {
    expect(draw("-one two three\n+four five six\n+seven\n")).not.toContain("[");
    expect(draw("-one two\n \n+one three\n")).not.toContain("[");
    expect(draw("-keep two\n+keep three\n+keep two\n-keep two four\n")).toBe(
      "   1 <red>- keep [two]\n   1 <green>+ keep [three]\n   2 <green>+ keep two\n   2 <red>- keep two four",
    );
  });

  test("stays within its width, keeps its colours when it wraps, and breaks none inside a word", () => {
    const long = `${"word ".repeat(8)}`;
    expect(draw(`-${long}old\n+${long}new\n`, 40)).toBe(
      [
        "   1 <red>- word word word word word word",
        "   ↩ <red>  word word [old]",
        "   1 <green>+ word word word word word word",
        "   ↩ <green>  word word [new]",
      ].join("\n"),
    );
    const wide = "x".repeat(60);
    expect(draw(`-${wide} a\n+${wide} b\n`, 40)).not.toContain("[");
  });

  test("costs little however long the lines are and however many changed", () => {
    const words = Array.from({ length: 300 }, (_, at) => `w${at}`).join(" ");
    const other = words.replaceAll("w", "v");
    expect(changedWords(words, other)).toBeNull();
    expect(changedWords("a ".repeat(100_000), "b ".repeat(100_000))).toBeNull();
  });
});
