import { describe, expect, it } from "vitest";
import { createPaint } from "../paint.ts";
import { show, shownLines } from "./show.ts";
import { drawing, line, note, type Shown, table, textLines, verbatim } from "./shown.ts";

const paint = createPaint({ hasColour: false, isAscii: false });

function drawn(part: Shown, width = 20): readonly string[] {
  return shownLines(part, { paint, width });
}

describe("shownLines", () => {
  it("sets a mark and blanks before a line, and never breaks it", () => {
    expect(drawn(line("one two three four five"))).toEqual(["one two three four five"]);
    expect(drawn(line("kept", { mark: "allow", indent: 2 }))).toEqual(["  ✓ kept"]);
    expect(drawn(line())).toEqual([""]);
  });

  it("goes on below the text, not below the mark", () => {
    const text = "one two three four five";
    expect(drawn(line(text, { mark: "deny", wraps: true }))).toEqual([
      "✗ one two three four",
      "  five",
    ]);
    expect(drawn(line(text, { indent: 4, wraps: true }))).toEqual([
      "    one two three",
      "    four five",
    ]);
  });

  it("escapes what stands in a line and in a cell, styled or not, and leaves our own text alone", () => {
    const evil = "\u001b[2Jgone\n";
    expect(drawn(line(evil))).toEqual(["\\u{1b}[2Jgone\\u{a}"]);
    expect(drawn(line(["a ", { text: evil, style: "bold" }]))).toEqual(["a \\u{1b}[2Jgone\\u{a}"]);
    const rows = [{ cells: [evil] }];
    expect(drawn(table({ columns: [{ title: "name" }], rows, hasHead: false }), 40)).toEqual([
      "\\u{1b}[2Jgone\\u{a}",
    ]);
    expect(drawn(verbatim("a\n\tb"))).toEqual(["a\n\tb"]);
    expect(textLines("a\nb\u0007").flatMap((one) => drawn(one))).toEqual(["a", "b\\u{7}"]);
  });

  it("keeps a table below a width of its own", () => {
    const rows = [{ cells: ["a", "one two three four five six"] }];
    const columns = [{ title: "a" }, { title: "b", shrink: 4 }];
    const [row] = drawn(table({ columns, rows, hasHead: false, maxWidth: 12 }), 80);
    expect(row).toBe("a  one two…");
  });
});

describe("show", () => {
  function terminal(wantsJson: boolean) {
    const said: string[] = [];
    return {
      said,
      print: (text = "") => void said.push(`out ${text}`),
      note: (text = "") => void said.push(`err ${text}`),
      columns: () => 20,
      out: paint,
      err: createPaint({ hasColour: false, isAscii: true }),
      wantsJson,
    };
  }
  const shown = [
    line("kept", { mark: "allow" }),
    note("Next", { mark: "allow" }),
    drawing(({ width }) => [`${width} wide`]),
  ];

  it("keeps the streams apart and the order, each stream with marks of its own", () => {
    const here = terminal(false);
    show(here, shown);
    expect(here.said).toEqual(["out ✓ kept", "err + Next", "out 20 wide"]);
  });

  it("draws nothing where JSON is wanted", () => {
    const here = terminal(true);
    show(here, [drawing(() => expect.unreachable()), ...shown]);
    expect(here.said).toEqual([]);
  });
});
