import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, writeCanonically } from "./canonical-json.ts";

function textOf(value: unknown): string {
  const text = canonicalJson(value);
  if (!text.ok) expect.unreachable(text.message);
  return text.value;
}

/** The same value with its members in reverse order, at every depth. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)] as const)
      .reverse(),
  );
}

describe("canonicalJson", () => {
  it("sorts members by code unit, drops those without a value, and writes no blank", () => {
    expect(textOf({ b: 1, a: [true, null, "é\n"], B: -0, "\u{10000}": 1, "\uffff": 2 })).toBe(
      '{"B":0,"a":[true,null,"é\\n"],"b":1,"\u{10000}":1,"\uffff":2}',
    );
    expect(textOf({ a: undefined, b: () => 1, c: [undefined] })).toBe('{"c":[null]}');
    expect(textOf(undefined)).toBe("null");
    expect(textOf({ n: Number.NaN, d: new Date(0) })).toBe(
      '{"d":"1970-01-01T00:00:00.000Z","n":null}',
    );
  });

  it("is JSON of the same value, whatever the order of its members", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = textOf(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(textOf(reversed(value))).toBe(text);
      }),
    );
  });

  it("is what the writer writes step by step, whatever the value", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true }), (value) => {
        expect(canonicalJson(value)).toEqual(writeCanonically(value));
      }),
    );
    const keys = fc.oneof(fc.string(), fc.constantFrom("1", "10", "9", "__proto__", "a", "b"));
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue(), { maxKeys: 30 }), (value) => {
        expect(canonicalJson(value)).toEqual(writeCanonically(value));
      }),
    );
  });

  it("is canonical for names that objects order themselves, and for what JSON drops", () => {
    const value = { b: undefined, 10: 1, 9: 2, a: [undefined, Number.NaN], f: () => 1 };
    expect(textOf(value)).toBe('{"10":1,"9":2,"a":[null,null]}');
    const proto = JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}') as object;
    expect(textOf(proto)).toBe('{"__proto__":{"c":2,"d":1},"b":1}');
    expect(textOf({ z: { b: 1, a: [{ d: 1, c: 2 }] }, a: "\ud800" })).toBe(
      '{"a":"\\ud800","z":{"a":[{"c":2,"d":1}],"b":1}}',
    );
  });

  it("does not change what it is given", () => {
    const value = Object.freeze({ b: Object.freeze([Object.freeze({ d: 1, c: 2 })]), a: 1 });
    textOf(value);
    expect(JSON.stringify(value)).toBe('{"b":[{"d":1,"c":2}],"a":1}');
  });

  it("says what JSON cannot say, at once", { timeout: 60_000 }, () => {
    const twice: unknown[] = [];
    twice.push(twice, twice);
    for (const value of [twice, { a: [twice, { b: twice }] }])
      expect(canonicalJson(value)).toMatchObject({
        ok: false,
        message: expect.stringContaining("contains itself"),
      });
    expect(canonicalJson({ a: 1n })).toEqual({ ok: false, message: "A BigInt has no JSON form" });
  });

  it("tells the price of every node, and ends when that is not paid", () => {
    let steps = 0;
    writeCanonically({ a: [1, "x".repeat(3_200)] }, (price) => {
      steps += price;
    });
    expect(steps).toBe(4 * 4 + 100);
    const broke = () => {
      throw new RangeError("no more");
    };
    expect(() => writeCanonically([1], broke)).toThrow("no more");
  });
});
