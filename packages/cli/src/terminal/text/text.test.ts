import { escapeLines } from "@toolplane/readings";
import { describe, expect, it } from "vitest";
import { escapeText } from "./escape-text.ts";
import { fitText } from "./fit-text.ts";
import { textWidth } from "./text-width.ts";
import { wrapText } from "./wrap-text.ts";

describe("widths", () => {
  it.each([
    ["plain", 5],
    ["漢字", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["🙂", 2],
    ["\u001b[31mred\u001b[0m", 3],
    ["✓ ◆ ✗ ▂", 7],
  ])("%s takes %i columns", (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it("are kept when text is cut, at its start or at its end", () => {
    expect(fitText("a longer text", 8)).toBe("a longe…");
    expect(fitText("src/deep/file.ts", 8, "end")).toBe("…file.ts");
    expect(textWidth(fitText("漢字漢字漢字", 6))).toBeLessThanOrEqual(6);
  });

  it("are kept when text is wrapped, and words longer than a line are broken", () => {
    expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapText("abcdefghij k", 4)).toEqual(["abcd", "efgh", "ij k"]);
    expect(wrapText("漢字漢字", 4)).toEqual(["漢字", "漢字"]);
  });
});

describe("foreign text", () => {
  it("is shown and never sent", () => {
    expect(escapeText("a\u001b[2J\u202eb\n")).toBe("a\\u{1b}[2J\\u{202e}b\\u{a}");
    expect(escapeLines("one\r\ntwo\u001b\tthree")).toBe("one\ntwo\\u{1b}\tthree");
  });
});
