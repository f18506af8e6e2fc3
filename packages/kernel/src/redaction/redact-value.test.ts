import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.ts";

const CANARY = "SECRET-CANARY-9b1f6c";
const { value } = createRedactor({ secrets: { api: CANARY } });

describe("redactValue", () => {
  it("masks strings and names of members at any depth", () => {
    expect(value({ a: [CANARY, { [`x-${CANARY}`]: 1, b: `k=${CANARY}` }], n: 1, z: null })).toEqual(
      {
        a: ["[redacted:api]", { "x-[redacted:api]": 1, b: "k=[redacted:api]" }],
        n: 1,
        z: null,
      },
    );
    expect(value(CANARY)).toBe("[redacted:api]");
    expect(value(42)).toBe(42);
    expect(value(undefined)).toBe(undefined);
  });

  it("returns the very same value when there is nothing to mask", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => {
        expect(value(json)).toBe(json);
      }),
    );
    const odd = { when: new Date(0), map: new Map([["a", 1]]), bytes: Buffer.from("hi") };
    expect(value(odd)).toBe(odd);
  });

  it("leaves no value in the JSON of anything it returns", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue({ maxDepth: 2 }), (json, other) => {
        const mixed = { json, list: [other, CANARY, { [CANARY]: [CANARY] }] };
        expect(JSON.stringify(value(mixed))).not.toContain(CANARY);
        expect(value(mixed).json).toEqual(json);
      }),
    );
  });

  it("keeps names apart that are masked alike, and takes __proto__ for a name", () => {
    const other = `${CANARY}${CANARY}`;
    const given = JSON.parse(
      `{"__proto__":"${CANARY}","${CANARY}":1,"[redacted:api]":2}`,
    ) as object;
    const masked = value(given);
    expect(Object.keys(masked)).toEqual(["__proto__", "[redacted:api]", "[redacted:api] (2)"]);
    expect(Object.getPrototypeOf(masked)).toBe(Object.prototype);
    expect(value({ [other]: 1 })).toEqual({ "[redacted:api][redacted:api]": 1 });
  });

  it("keeps the shape of a value that contains itself", () => {
    const loop: Record<string, unknown> = { name: "loop" };
    loop.self = [loop];
    expect(value(loop)).toBe(loop);
    loop.secret = CANARY;
    const masked = value(loop) as { self: readonly unknown[]; secret: string };
    expect(masked.secret).toBe("[redacted:api]");
    expect(masked.self[0]).toBe(masked);
  });

  it("is not stopped by depth, nor by parts that are shared over and over", () => {
    let deep: unknown = CANARY;
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];
    let inner = value(deep);
    while (Array.isArray(inner)) inner = inner[0];
    expect(inner).toBe("[redacted:api]");
    let shared: unknown = CANARY;
    for (let depth = 0; depth < 60; depth++) shared = [shared, shared];
    let first = value(shared);
    while (Array.isArray(first)) first = first[0];
    expect(first).toBe("[redacted:api]");
  });

  it("looks into errors, maps, sets and bytes", () => {
    const masked = value({
      error: new TypeError(`bad ${CANARY}`, { cause: { token: CANARY } }),
      map: new Map([[CANARY, [CANARY]]]),
      set: new Set([CANARY]),
      bytes: Buffer.from(`b ${CANARY}`),
      url: new URL(`http://h/?k=${CANARY}`),
      fine: new Date(0),
    });
    expect(masked.error).toMatchObject({
      name: "TypeError",
      message: "bad [redacted:api]",
      cause: { token: "[redacted:api]" },
    });
    expect(JSON.stringify(masked)).not.toContain(CANARY);
    expect(masked.map).toEqual(new Map([["[redacted:api]", ["[redacted:api]"]]]));
    expect(masked.set).toEqual(new Set(["[redacted:api]"]));
    expect(masked.bytes).toBe("b [redacted:api]");
    expect(masked.fine).toEqual(new Date(0));
  });

  it("replaces what throws when it is read", () => {
    const trap = {
      get token(): string {
        throw new TypeError("no");
      },
    };
    expect(value({ trap })).toEqual({ trap: { unreadable: "[redacted:unreadable]" } });
  });
});
