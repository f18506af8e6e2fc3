import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../digest/digest-of.ts";
import { copyJson } from "./copy-json.ts";

describe("copyJson", () => {
  it("a copy equals the value, and shares nothing with it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(copyJson(value))).toBe(canonicalJson(value));
      }),
    );
    const value = { list: [{ a: 1 }], text: "x" };
    const copy = copyJson(value);
    value.list[0] = { a: 2 };
    value.list.push({ a: 3 });
    expect(copy).toEqual({ list: [{ a: 1 }], text: "x" });
  });

  it("asks toJSON now, not when the row is written", () => {
    let count = 0;
    const value = { at: new Date(0), own: { toJSON: () => ({ count: ++count }) } };
    const copy = copyJson(value);
    expect([canonicalJson(copy), canonicalJson(copy)]).toEqual(
      Array(2).fill('{"at":"1970-01-01T00:00:00.000Z","own":{"count":1}}'),
    );
  });

  it("keeps a member that is called __proto__", () => {
    const value = JSON.parse('{"__proto__":{"a":1}}') as object;
    expect(canonicalJson(copyJson(value))).toBe('{"__proto__":{"a":1}}');
  });

  it("refuses a value that contains itself", () => {
    const value: Record<string, unknown> = {};
    value.self = value;
    expect(() => copyJson(value)).toThrow(/contains itself/);
  });
});
