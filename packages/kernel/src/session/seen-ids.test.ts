import { describe, expect, it } from "vitest";
import { createSeenIds } from "./seen-ids.ts";

describe("seen ids", () => {
  it("finds a repeated id among the newest, and holds a bounded number", () => {
    const seen = createSeenIds(3);
    expect(["a", "b", "c", "a"].map(seen)).toEqual([false, false, false, true]);
    expect(["d", "a", "b", "c"].map(seen)).toEqual([false, true, true, true]);
    expect(["e", "f", "g"].map(seen)).toEqual([false, false, false]);
    expect(["d", "e", "f"].map(seen)).toEqual([true, true, true]);
    expect(seen("a")).toBe(false);
  });
});
