import { STAGES } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { callLine } from "./call-line.ts";
import { diffLines } from "./diff-lines.ts";
import { escapeLines, escapeText } from "./escape-text.ts";
import { fitText } from "./fit-text.ts";
import { formatBytes } from "./format-bytes.ts";
import { formatCount, formatPlural } from "./format-count.ts";
import { formatDuration } from "./format-duration.ts";
import { formatMoment } from "./format-moment.ts";
import { createPaint } from "./paint.ts";
import { quoteWord } from "./quote-word.ts";
import { renderTable } from "./render-table.ts";
import { ROAD_STAGES, roadCells } from "./road-cells.ts";
import { textWidth } from "./text-width.ts";
import { wrapText } from "./wrap-text.ts";

const paint = createPaint({ hasColour: false, isAscii: false });

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

  it("is escaped in tables", () => {
    const lines = renderTable({
      ...{ columns: [{ title: "Name" }], rows: [{ cells: ["\u001b[31m"] }], width: 40, paint },
    });
    expect(lines).toEqual(["NAME", "\\u{1b}[31m"]);
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

describe("the road", () => {
  it("has a cell for every stage of the kernel", () => {
    expect(ROAD_STAGES).toEqual(STAGES.map(({ name }) => name));
  });

  it.each([
    [{ stage: "execute", outcome: "done" }, "▂▂▂▂▂▂▂▂▂▂▂▂█"],
    [{ stage: "execute", outcome: "done", wasAsked: true }, "▂▂▂▂▂▆▂▂▂▂▂▂█"],
    [{ stage: "judge", outcome: "refused" }, "▂▂▂▂█·······▂"],
    [{ stage: "approve", outcome: "refused", wasAsked: true }, "▂▂▂▂▂█······▂"],
    [{ stage: "execute", outcome: "refused" }, "▂▂▂▂▂▂▂▂▂█▂▂▂"],
    [{ stage: "approve", outcome: "open" }, "▂▂▂▂▂▆·······"],
    [{ stage: "judge", outcome: "refused", isRecorded: false }, "▂▂▂▂█········"],
  ] as const)("draws %o", (facts, cells) => {
    expect(roadCells(facts, paint)).toBe(cells);
    const ascii = roadCells(facts, createPaint({ hasColour: false, isAscii: true }));
    expect(ascii).toMatch(/^[_?#.]{13}$/);
  });
});

describe("lines", () => {
  it("of calls end where the window does", () => {
    const facts = {
      mark: "allow",
      tool: "grep",
      what: '"round" src/',
      note: "12 in 5 files",
      took: "21 ms",
    } as const;
    const line = callLine(facts, { paint, width: 76 });
    expect(textWidth(line)).toBe(76);
    expect(line).toMatch(/^ {2}✓ grep {2}"round" src\/ +12 in 5 files {4}21 ms$/);
  });

  it.each([39, 40, 60, 79, 200])("fits into %i columns whatever came of the call", (width) => {
    for (const [note, took] of [
      ["denied", "1 ms"],
      ["2 calls", "439 ms"],
      ["12 in 5 files", "1 m 02 s"],
      [undefined, "4.5 s"],
      ["", undefined],
    ] as const) {
      const line = callLine(
        {
          ...{ mark: "allow", tool: "read", what: "src/price.js, src/price.test.js" },
          ...(note === undefined ? {} : { note }),
          ...(took === undefined ? {} : { took }),
        },
        { paint, width },
      );
      expect([line, textWidth(line) <= width]).toEqual([line, true]);
      expect(line).toContain(took ?? "");
    }
  });

  it("of tables drop columns, then shrink them, and never exceed the window", () => {
    const columns = [
      { title: "Call", shrink: 10 },
      { title: "Origin", drop: 1 },
      { title: "Took", align: "right" },
    ] as const;
    const rows = [{ cells: ["a very long command line indeed", "bundled", "19 ms"] }];
    const at = (width: number) => renderTable({ columns, rows, width, paint });
    expect(at(80)[1]).toBe("a very long command line indeed  bundled  19 ms");
    expect(at(30)[1]).toBe("a very long c…  bundled  19 ms");
    expect(at(20)[1]).toBe("a very long…   19 ms");
    for (let width = 8; width < 90; width += 1)
      expect(Math.max(...at(width).map(textWidth))).toBeLessThanOrEqual(Math.max(width, 14));
  });

  it("of a diff carry numbers and signs, count what is between, and fold", () => {
    const diff =
      "--- a\n+++ a\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n@@ -9,1 +9,1 @@\n-x\n+\u001b[2J\n";
    expect(diffLines(diff, { paint, width: 60, indent: 0 })).toEqual([
      "   1 - one",
      "   1 + ONE",
      "   2   two",
      "       6 lines unchanged",
      "   9 - x",
      "   9 + \\u{1b}[2J",
    ]);
    expect(diffLines(diff, { paint, width: 60, indent: 0, fold: 2 }).at(-1)).toBe(
      "       4 more lines",
    );
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
