import { createHash } from "node:crypto";
import { isToolError } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf } from "./digest-of.ts";

describe("canonicalJson", () => {
  it("refuses values that JSON cannot hold", () => {
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
  it("a digest is SHA-256 over the canonical text, in hex", () => {
    expect(digestOf({ b: 1, a: "é" })).toBe(
      createHash("sha256").update('{"a":"é","b":1}').digest("hex"),
    );
  });

  it("the digests of different values differ", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(digestOf(one) === digestOf(other)).toBe(canonicalJson(one) === canonicalJson(other));
      }),
    );
    expect(digestOf({ a: [1, 2] })).not.toBe(digestOf({ a: [12] }));
    expect(digestOf({ a: null })).not.toBe(digestOf({}));
  });
});
