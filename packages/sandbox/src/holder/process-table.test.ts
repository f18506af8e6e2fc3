import { describe, expect, it } from "vitest";
import { descendantsOf, strangersTo } from "./process-table.ts";

// As a folder lists them: by their texts, so that a child may stand before its parent.
const parents = new Map([
  [1, 0],
  [103, 98],
  [12, 1],
  [200, 20],
  [20, 12],
  [7, 12],
  [98, 7],
]);

describe("the processes of a holder", () => {
  it("are each named after their parent, so that none is told of its child's end", () => {
    expect(descendantsOf(7, parents)).toEqual([98, 103]);
    expect(descendantsOf(12, parents)).toEqual([20, 7, 200, 98, 103]);
    expect(strangersTo(20, parents)).toEqual([12, 7, 98, 103]);
  });

  it("end where a table that was read in haste holds a ring", () => {
    const ring = new Map([
      [5, 6],
      [6, 5],
    ]);
    expect(descendantsOf(1, ring)).toEqual([]);
    expect(strangersTo(1, ring).toSorted()).toEqual([5, 6]);
  });
});
