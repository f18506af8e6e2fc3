import { describe, expect, it } from "vitest";
import { placesBySeconds } from "./slow-first.ts";

const PATHS = ["packages/a/src/a.test.ts", "test/b.test.ts", "test/c.test.ts", "test/d.test.ts"];
const COSTLY = [
  { path: "test/c.test.ts", seconds: 20, reason: "It starts programs." },
  { path: "test/d.test.ts", seconds: 40, reason: "It starts more of them." },
];

function ordered(kept: ReadonlyMap<string, number>): readonly string[] {
  const places = placesBySeconds(PATHS, kept, COSTLY);
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

  it("is by what a file may cost where no cost is known", () => {
    expect(ordered(new Map())).toEqual([
      "test/d.test.ts",
      "test/c.test.ts",
      "test/b.test.ts",
      "packages/a/src/a.test.ts",
    ]);
  });
});
