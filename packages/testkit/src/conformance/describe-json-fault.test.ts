import { describe, expect, it } from "vitest";
import { describeJsonFault } from "./describe-json-fault.ts";

describe("describeJsonFault", () => {
  it("has nothing against JSON, absent members and shared parts", () => {
    const shared = { a: 1 };
    const fine = { text: "x", none: null, list: [1, true, shared], again: shared, gone: undefined };
    expect(describeJsonFault(fine)).toBeNull();
  });

  it("says where and what the fault is", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const faults = [
      { a: [1, Number.NaN] },
      { a: () => 1 },
      { a: 1n },
      { a: new Map() },
      { a: [undefined] },
      circle,
    ].map((value) => describeJsonFault(value));
    expect(faults).toEqual([
      "$.a.1 is NaN",
      "$.a is a function",
      "$.a is a bigint",
      "$.a is not a plain object or array",
      "$.a.0 is a undefined",
      "$.self holds itself",
    ]);
  });
});
