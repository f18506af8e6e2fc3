import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../digest/digest-of.ts";
import { inOrder, jsonText, type Layout, layoutText } from "./json-text.ts";

describe("jsonText", () => {
  it("is canonical JSON, whatever the value", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true }), (value) => {
        expect(jsonText(value)).toBe(canonicalJson(value));
      }),
    );
    const keys = fc.oneof(fc.string(), fc.constantFrom("1", "10", "9", "__proto__", "a", "b"));
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue(), { maxKeys: 30 }), (value) => {
        expect(jsonText(value)).toBe(canonicalJson(value));
      }),
    );
  });

  it("is canonical for names that objects order themselves, and for what JSON drops", () => {
    const value = { b: undefined, 10: 1, 9: 2, a: [undefined, Number.NaN], f: () => 1 };
    expect(jsonText(value)).toBe('{"10":1,"9":2,"a":[null,null]}');
    const proto = JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}') as object;
    expect(jsonText(proto)).toBe('{"__proto__":{"c":2,"d":1},"b":1}');
    expect(jsonText(undefined)).toBe("null");
    expect(jsonText({ z: { b: 1, a: [{ d: 1, c: 2 }] }, a: "\ud800" })).toBe(
      '{"a":"\\ud800","z":{"a":[{"c":2,"d":1}],"b":1}}',
    );
  });

  it("does not change what it is given", () => {
    const value = Object.freeze({ b: Object.freeze([Object.freeze({ d: 1, c: 2 })]), a: 1 });
    jsonText(value);
    expect(JSON.stringify(value)).toBe('{"b":[{"d":1,"c":2}],"a":1}');
  });

  it("says what is wrong as the plain writer does", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect(() => jsonText(cyclic)).toThrow(/contains itself/);
    expect(() => jsonText({ a: 1n })).toThrow(/BigInt/);
  });
});

describe("a layout", () => {
  it("is canonical whatever its members are", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true }), fc.anything(), (one, other) => {
        const layout: Layout = { plain: false };
        const laid = {
          a: inOrder(one, layout),
          b: undefined,
          c: { value: inOrder(other, layout) },
        };
        expect(layoutText(laid, layout)).toBe(canonicalJson({ a: one, c: { value: other } }));
      }),
    );
  });
});
