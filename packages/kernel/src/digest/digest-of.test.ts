import { createHash } from "node:crypto";
import { isToolError } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf } from "./digest-of.ts";

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
    expect(
      canonicalJson({ b: 1, a: [true, null, "é\n"], B: -0, "\u{10000}": 1, "\uffff": 2 }),
    ).toBe('{"B":0,"a":[true,null,"é\\n"],"b":1,"\u{10000}":1,"\uffff":2}');
    expect(canonicalJson({ a: undefined, b: () => 1, c: [undefined] })).toBe('{"c":[null]}');
    expect(canonicalJson(undefined)).toBe("null");
    expect(canonicalJson({ n: Number.NaN, d: new Date(0) })).toBe(
      '{"d":"1970-01-01T00:00:00.000Z","n":null}',
    );
  });

  it("is JSON of the same value, whatever the order of its members", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });

  it("refuses what JSON cannot say", () => {
    const loop: unknown[] = [];
    loop.push(loop);
    for (const value of [1n, { n: 1n }, loop]) {
      let thrown: unknown;
      try {
        canonicalJson(value);
      } catch (error) {
        thrown = error;
      }
      expect(isToolError(thrown) && thrown.code).toBe("internal");
    }
  });
});

describe("digestOf", () => {
  it("is SHA-256 over the canonical text, in hex", () => {
    expect(digestOf({ b: 1, a: "é" })).toBe(
      createHash("sha256").update('{"a":"é","b":1}').digest("hex"),
    );
  });

  it("differs where values differ", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(digestOf(one) === digestOf(other)).toBe(canonicalJson(one) === canonicalJson(other));
      }),
    );
    expect(digestOf({ a: [1, 2] })).not.toBe(digestOf({ a: [12] }));
    expect(digestOf({ a: null })).not.toBe(digestOf({}));
  });
});
