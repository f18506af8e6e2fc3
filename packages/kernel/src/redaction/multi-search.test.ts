import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMultiSearch } from "./multi-search.ts";

const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "\n"), maxLength: 60 });
const needleSets = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom("a", "b", "c", "é"), minLength: 2, maxLength: 9 }),
  { minLength: 0, maxLength: 12 },
);

function naive(text: string, needles: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; start++) {
    needles.forEach((needle, id) => {
      if (text.startsWith(needle, start)) found.push(`${start}:${id}`);
    });
  }
  return found;
}

describe("createMultiSearch", () => {
  it("finds exactly what a search for each needle finds", () => {
    fc.assert(
      fc.property(letters, needleSets, (text, needles) => {
        const hits = createMultiSearch(needles).find(text) ?? [];
        expect(hits.map(({ start, id }) => `${start}:${id}`)).toEqual(naive(text, needles));
        expect(createMultiSearch(needles).has(text)).toBe(hits.length > 0);
      }),
      { numRuns: 1_000 },
    );
  });

  it("says where the end of a text could begin a needle", () => {
    fc.assert(
      fc.property(letters, needleSets, (text, needles) => {
        let expected = text.length;
        for (let at = text.length - 1; at >= 0; at--) {
          const tail = text.slice(at);
          if (needles.some((needle) => needle.length > tail.length && needle.startsWith(tail))) {
            expected = at;
          }
        }
        expect(createMultiSearch(needles).pendingFrom(text)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it("finds needles of very different lengths, and nothing without needles", () => {
    const long = "x".repeat(5_000);
    expect(createMultiSearch(["abcdef", long]).find(`${long}abcdef`)).toEqual([
      { start: 0, id: 1 },
      { start: 5_000, id: 0 },
    ]);
    expect(createMultiSearch([]).find("abcdef")).toBeNull();
  });
});
