import { describe, expect, it } from "vitest";
import { createSeenIds } from "./seen-ids.ts";

describe("seen ids", () => {
  it("finds a repeated id and forgets only the oldest beyond its bound", () => {
    const seen = createSeenIds(3);
    expect(["a", "b", "c", "a"].map(seen)).toEqual([false, false, false, true]);
    expect(seen("d")).toBe(false);
    expect(seen("b")).toBe(true);
    expect(seen("a")).toBe(false);
  });
});
