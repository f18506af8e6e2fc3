import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearestName } from "./nearest-name.ts";

describe("nearestName", () => {
  it("finds the name that was meant, and keeps silent when none is near", () => {
    const known = ["path", "limit", "ignore_case", "old_string"];
    const typed: Record<string, string | null> = {
      lmit: "limit",
      limti: "limit",
      LIMIT: "limit",
      ignoreCase: "ignore_case",
      "IGNORE-CASE": "ignore_case",
      oldString: "old_string",
      pth: "path",
      x: null,
      query: null,
      "": null,
    };
    const found = Object.keys(typed).map((name) => [name, nearestName(name, known)]);
    expect(Object.fromEntries(found)).toEqual(typed);
    expect(nearestName("l".repeat(100_000), ["l".repeat(100_000)])).toBeNull();
  });

  it("prefers the nearest, and of equals the first", () => {
    expect(nearestName("policy", ["polices", "polici", "policx"])).toBe("polici");
  });
});

describe("editDistance", () => {
  it("is a distance: none to itself, the same both ways, never more than the longer text", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const distance = editDistance(one, other);
        expect(editDistance(other, one)).toBe(distance);
        expect(distance === 0).toBe(one === other);
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length));
      }),
    );
  });

  it("counts what was added, dropped, changed or swapped, each once", () => {
    const pairs = [
      ["abc", "abdc"],
      ["abc", "ac"],
      ["abc", "axc"],
      ["abc", "acb"],
    ] as const;
    expect(pairs.map(([one, other]) => editDistance(one, other))).toEqual([1, 1, 1, 1]);
    expect(editDistance("kitten", "sitting")).toBe(3);
  });
});
