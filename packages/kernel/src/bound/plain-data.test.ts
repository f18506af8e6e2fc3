import { describe, expect, it } from "vitest";
import { plainData } from "./plain-data.ts";

/** Says something else each time. */
const counting = (): { readonly said: number } => {
  let reads = 0;
  return {
    get said() {
      reads += 1;
      return reads;
    },
  };
};

describe("plainData", () => {
  it("hands back what holds no getter, whatever it is", () => {
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    for (const value of [1, "a", null, undefined, { a: [1, { b: 2 }] }, new Date(0), cyclic])
      expect(plainData(value)).toBe(value);
    const bytes = new Uint8Array(1_000_000);
    expect(plainData(bytes)).toBe(bytes);
  });

  it("reads each getter once, at any depth, and keeps the shape", () => {
    const date = new Date(0);
    const plain = plainData({ list: [counting()], date, ["__proto__"]: 1, own: 2 });
    expect([plain.list[0]?.said, plain.list[0]?.said]).toEqual([1, 1]);
    expect(plain.date).toBe(date);
    expect(JSON.stringify(plain)).toBe(
      JSON.stringify({ list: [{ said: 1 }], date, ["__proto__"]: 1, own: 2 }),
    );
    const items = Object.defineProperty([0], 0, { get: () => "read", enumerable: true });
    expect(Object.getOwnPropertyDescriptor(plainData(items), 0)).toMatchObject({ value: "read" });
  });

  it("ends in a value that contains itself", () => {
    const cyclic: { self?: unknown; readonly said: number } = counting();
    cyclic.self = cyclic;
    const plain = plainData(cyclic);
    expect([plain.self === plain, plain.said, plain.said]).toEqual([true, 1, 1]);
  });

  it("throws what a getter throws", () => {
    const value = { a: Object.defineProperty({}, "b", { enumerable: true, get: fail }) };
    expect(() => plainData(value)).toThrow("not today");
  });
});

function fail(): never {
  throw new TypeError("not today");
}
