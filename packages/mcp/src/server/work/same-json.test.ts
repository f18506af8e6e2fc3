import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameJson } from "./same-json.ts";

describe("comparing JSON", () => {
  it("finds a copy with its members in another order the same", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => sameJson(value, reversed(value))));
  });

  it.each([
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], { 0: 1 }],
    [{}, []],
    [null, {}],
    ["1", 1],
    [JSON.parse('{"__proto__":1}'), {}],
    [{}, JSON.parse('{"__proto__":{}}')],
    [JSON.parse('{"toString":1}'), { a: 1 }],
  ])("tells %j and %j apart", (one, other) => {
    expect([sameJson(one, other), sameJson(other, one)]).toEqual([false, false]);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value).reverse())
    Object.defineProperty(copy, key, {
      value: reversed(member),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}
