import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRun } from "./find-run.ts";

const rows = fc.array(fc.constantFrom("a", "b"), { maxLength: 20 });
const runs = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 4 });

describe("findRun", () => {
  it("finds what trying every place finds", () => {
    fc.assert(
      fc.property(rows, runs, fc.nat(20), (row, run, from) => {
        const expected = row
          .map((_, index) => index)
          .filter((at) => at >= from && run.every((value, offset) => row[at + offset] === value));
        expect(findRun(row, run, { from })).toEqual(expected);
        expect(findRun(row, run, { from, limit: 1 })).toEqual(expected.slice(0, 1));
      }),
    );
  });

  it("is done at once with rows that nearly fit everywhere", () => {
    const row = Array.from({ length: 400_000 }, (_, index) => (index % 2 === 0 ? "a" : "b"));
    expect(findRun(row, [...row.slice(0, 100_000), "c"])).toEqual([]);
  });
});
