import { describe, expect, it } from "vitest";
import { createSeenIds, SEEN_IDS } from "./seen-ids.ts";

describe("seen ids", () => {
  it("finds a repeated id among the newest, and holds a bounded number", () => {
    const seen = createSeenIds(3);
    expect(["a", "b", "c", "a"].map(seen)).toEqual([false, false, false, true]);
    expect(["d", "a", "b", "c"].map(seen)).toEqual([false, true, true, true]);
    expect(["e", "f", "g"].map(seen)).toEqual([false, false, false]);
    expect(["d", "e", "f"].map(seen)).toEqual([true, true, true]);
    expect(seen("a")).toBe(false);
  });

  it("knows the newest ids and no new one, through every growth and change of generation", () => {
    const seen = createSeenIds();
    const made: string[] = [];
    for (let number = 0; number < 3 * SEEN_IDS; number += 1) {
      const id = `call_${number}`;
      expect(seen(id)).toBe(false);
      made.push(id);
    }
    expect(made.slice(-SEEN_IDS).filter((id) => !seen(id))).toEqual([]);
  });

  it("tells ids apart that differ in one character, in order or in length", () => {
    const seen = createSeenIds();
    const ids = [
      "",
      "a",
      "aa",
      "ab",
      "ba",
      "aab",
      "aba",
      "baa",
      "é",
      "\u{1f600}",
      "\ud83d",
      "0",
      "00",
    ];
    expect(ids.map(seen)).toEqual(ids.map(() => false));
    expect(ids.map(seen)).toEqual(ids.map(() => true));
  });
});
