import { describe, expect, it } from "vitest";
import { readsAlike } from "./reads-alike.ts";

describe("a line of a .gitignore", () => {
  it("is told apart in one pass, however many single signs it holds", () => {
    expect(readsAlike("?".repeat(100))).toBe(true);
    expect(readsAlike(`${"?".repeat(100)}]`)).toBe(false);
  });
});
