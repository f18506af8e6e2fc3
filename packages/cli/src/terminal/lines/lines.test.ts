import { STAGE_NAMES } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { createPaint } from "../paint.ts";
import { textWidth } from "../text/text-width.ts";
import { callLine } from "./call-line.ts";
import { diffLines } from "./diff-lines.ts";
import { renderTable } from "./render-table.ts";
import { roadCells } from "./road-cells.ts";

const paint = createPaint({ hasColour: false, isAscii: false });

describe("the road", () => {
  it.each(STAGE_NAMES)("fills the cell of %s for a call that was refused there", (stage) => {
    const cells = roadCells({ stage, outcome: "refused" }, paint);
    expect(cells.indexOf("█")).toBe(STAGE_NAMES.indexOf(stage));
    expect(cells.lastIndexOf("█")).toBe(STAGE_NAMES.indexOf(stage));
    expect(cells).toHaveLength(STAGE_NAMES.length);
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
  it("of tables show foreign text and never send it", () => {
    const lines = renderTable({
      columns: [{ title: "Name" }],
      rows: [{ cells: ["\u001b[31m"] }],
      width: 40,
      paint,
    });
    expect(lines).toEqual(["NAME", "\\u{1b}[31m"]);
  });

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

  it.each([20, 39, 40, 60, 79, 200])("fits into %i columns whatever came of the call", (width) => {
    for (const [note, took] of [
      ["denied", "1 ms"],
      ["2 calls", "439 ms"],
      ["12 in 5 files", "1 m 02 s"],
      [undefined, "4.5 s"],
      ["", undefined],
    ] as const) {
      const line = callLine(
        {
          mark: "allow",
          tool: "read",
          what: "src/price.js, src/price.test.js",
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
