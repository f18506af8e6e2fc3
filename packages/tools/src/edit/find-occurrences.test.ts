import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findOccurrences } from "./find-occurrences.ts";

const texts = (maxLength: number) =>
  fc.array(fc.constantFrom("a", "b"), { maxLength }).map((signs) => signs.join(""));

describe("findOccurrences", () => {
  it("finds every place, or those that do not overlap", () => {
    fc.assert(
      fc.property(texts(40), texts(3), (whole, part) => {
        const all = [...whole]
          .map((_, index) => index)
          .filter((index) => part !== "" && whole.startsWith(part, index));
        expect(findOccurrences(whole, part, { overlapping: true })).toEqual(all);
        const apart = findOccurrences(whole, part, { overlapping: false });
        expect(part === "" ? 1 : apart.length + 1).toBe(part === "" ? 1 : whole.split(part).length);
      }),
    );
  });

  it("finds long texts as short ones", () => {
    const part = `${"x".repeat(100)}y${"x".repeat(100)}`;
    const whole = `${"x".repeat(300)}${part}z${part}`;
    expect(findOccurrences(whole, part, { overlapping: true })).toEqual([300, 502]);
  });

  it("is done soon with texts that nearly fit everywhere", () => {
    const whole = "a".repeat(1_000_000);
    const half = "a".repeat(250_000);
    expect(findOccurrences(whole, `${half}b${half}`, { overlapping: true })).toEqual([]);
    expect(findOccurrences(whole, `b${half}${half}`, { overlapping: true })).toEqual([]);
    expect(findOccurrences(whole, `${half}${half}b`, { overlapping: true })).toEqual([]);
    expect(findOccurrences(`${whole}b`, `${half}b`, { overlapping: true })).toEqual([750_000]);
    expect(findOccurrences(whole, half, { overlapping: false })).toHaveLength(4);
  });
});
