import { describe, expect, it } from "vitest";
import { readPageRanges } from "./read-page-ranges.ts";

describe("readPageRanges", () => {
  it.each([
    ["3", [{ from: 3, to: 3 }]],
    [
      " 1 - 5 , 9",
      [
        { from: 1, to: 5 },
        { from: 9, to: 9 },
      ],
    ],
    ["7-", [{ from: 7, to: Number.MAX_SAFE_INTEGER }]],
  ])("reads %j", (text, expected) => {
    expect(readPageRanges(text)).toEqual(expected);
  });

  it.each(["", "0", "5-1", "a", "1-2-3", "1,,2", "-3"])("refuses %j", (text) => {
    expect(() => readPageRanges(text)).toThrow(/no list of pages/);
  });

  it("is done with a text of blanks at once", { timeout: 60_000 }, () => {
    expect(() => readPageRanges(`1${" ".repeat(200_000)}x`)).toThrow();
    expect(readPageRanges(`  1${" ".repeat(200_000)}`)).toEqual(readPageRanges("1"));
  });
});
