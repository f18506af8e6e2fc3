import { describe, expect, it } from "vitest";
import { placesBySeconds } from "./slow-first.ts";

const PATHS = ["packages/a/src/a.test.ts", "test/b.test.ts", "test/c.test.ts", "test/d.test.ts"];

function ordered(kept: ReadonlyMap<string, number>): readonly string[] {
  const places = placesBySeconds(PATHS, kept);
  return PATHS.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

describe("the order of the test files", () => {
  it("is by what each cost last, then whole-system tests, then the small ones", () => {
    const kept = new Map([
      ["test/d.test.ts", 3],
      ["test/c.test.ts", 9],
      ["test/gone.test.ts", 20],
    ]);
    expect(ordered(kept)).toEqual([
      "test/c.test.ts",
      "test/d.test.ts",
      "test/b.test.ts",
      "packages/a/src/a.test.ts",
    ]);
  });

  it("is by kind alone where no cost is known, as they came", () => {
    expect(ordered(new Map())).toEqual([
      "test/b.test.ts",
      "test/c.test.ts",
      "test/d.test.ts",
      "packages/a/src/a.test.ts",
    ]);
  });
});
