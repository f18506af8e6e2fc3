import { expect, test } from "vitest";
import { createPaint } from "../paint.ts";
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
