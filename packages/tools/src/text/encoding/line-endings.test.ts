import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinLines, splitLines } from "./file-lines.ts";
import { rawIndexes, readEndings, toLf } from "./line-endings.ts";

const texts = fc
  .array(fc.constantFrom("a", "b", "\n", "\r\n", "\r"))
  .map((parts) => parts.join(""));

describe("line endings", () => {
  it("line endings carry an index of the LF reading back to the same character", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lf = toLf(text);
        const all = [...lf].map((_, index) => index);
        const raw = rawIndexes(text, all);
        for (const index of all)
          expect(toLf(text.slice(raw[index], raw[index + 1] ?? text.length))).toBe(lf[index]);
      }),
    );
  });

  it.each(["any", "feed"] as const)(
    "the lines of a text hold all its line endings (%s)",
    (breaks) => {
      fc.assert(
        fc.property(texts, (text) => {
          expect(joinLines(splitLines(text, breaks))).toBe(text);
        }),
      );
    },
  );

  it("a place takes the endings of its line, else of the line before", () => {
    expect(readEndings("a\r\nb\nc")(0)).toBe("\r\n");
    expect(readEndings("a\r\nb\nc")(3)).toBe("\n");
    expect(readEndings("a\r\nb\nc")(5)).toBe("\n");
    expect(readEndings("a\r\nb")(3)).toBe("\r\n");
    expect(readEndings("a\rb")(0)).toBe("\r");
    expect(readEndings("a\rb")(2)).toBe("\r");
    expect(readEndings("ab")(1)).toBe("\n");
  });
});
