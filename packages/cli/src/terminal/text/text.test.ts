import { describe, expect, it } from "vitest";
import { escapeLines, escapeText } from "./escape-text.ts";
import { fitText } from "./fit-text.ts";
import { formatBytes } from "./format-bytes.ts";
import { formatCount, formatPlural } from "./format-count.ts";
import { formatDuration } from "./format-duration.ts";
import { formatMoment } from "./format-moment.ts";
import { quoteWord } from "./quote-word.ts";
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

describe("numbers", () => {
  it("have units and thin precision", () => {
    expect([19, 999, 12_800, 62_000, 12_000_000, 187_200_000].map(formatDuration)).toEqual([
      ...["19 ms", "999 ms", "12.8 s", "1 m 02 s", "3 h 20 m", "2 d 4 h"],
    ]);
    expect([0, 999, 4_096, 421_888, 88_080_384].map(formatBytes)).toEqual([
      ...["0 B", "999 B", "4.0 KB", "412 KB", "84 MB"],
    ]);
    expect([1, 1204, 48112].map(formatCount)).toEqual(["1", "1,204", "48,112"]);
    expect(formatPlural(1, "match", "matches")).toBe("1 match");
  });

  it("are clocks today, weekdays this week, dates before", () => {
    const now = new Date(2026, 4, 14, 12, 0).getTime();
    const at = (...parts: [number, number, number, number, number]) =>
      formatMoment(new Date(...parts).getTime(), now);
    expect(at(2026, 4, 14, 9, 5)).toBe("09:05");
    expect(at(2026, 4, 12, 9, 5)).toBe("Tue 09:05");
    expect(at(2026, 3, 2, 9, 5)).toBe("2 Apr");
    expect(at(2025, 3, 2, 9, 5)).toBe("2 Apr 2025");
  });
});

describe("words for a shell", () => {
  it.each([
    ["plain-word.ts", "plain-word.ts"],
    ["two words", "'two words'"],
    ["it's", `'it'\\''s'`],
    ["", "''"],
    ["two\nlines", "'two\nlines'"],
    ["a\u001b]0;x\u0007'\\", "$'a\\U0000001b]0;x\\U00000007\\'\\\\'"],
    ["\u202e\u009b2J", "$'\\U0000202e\\U0000009b2J'"],
  ])("%s is written %s", (word, quoted) => {
    expect(quoteWord(word)).toBe(quoted);
  });
});
