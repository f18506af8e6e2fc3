import { describe, expect, it } from "vitest";
import { createOrderedReader } from "./read-in-order.ts";

describe("createOrderedReader", () => {
  it("reads what comes before, in order and once, and nothing behind", () => {
    const seen: string[] = [];
    const reader = createOrderedReader(["a", "b", "c"], (one) => {
      seen.push(one);
      return one.toUpperCase();
    });
    expect(seen).toEqual([]);
    expect(reader.at(1)).toBe("B");
    expect(reader.at(0)).toBe("A");
    expect(seen).toEqual(["a", "b"]);
    reader.all();
    expect([reader.at(2), reader.at(0)]).toEqual(["C", "A"]);
    expect(seen).toEqual(["a", "b", "c"]);
  });

  it("lets go of what came in when all is read", () => {
    const inputs = [{}, {}];
    const reader = createOrderedReader(inputs, () => 1);
    reader.at(0);
    expect(inputs).toHaveLength(2);
    reader.at(1);
    expect(inputs).toEqual([]);
    reader.all();
    expect(reader.at(1)).toBe(1);
  });

  it("has nothing to do for an empty list", () => {
    expect(() => createOrderedReader([], () => 1).all()).not.toThrow();
  });
});
