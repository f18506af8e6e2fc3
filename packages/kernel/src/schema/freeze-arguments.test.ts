import { types } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freezeArguments } from "./freeze-arguments.ts";

describe("freezeArguments", () => {
  it("copies plain data and freezes the copy all the way down", () => {
    const inner = { list: [1, { deep: "x" }] };
    const source = { path: "a", limit: 3, none: null, flag: false, inner };
    const frozen = freezeArguments(source);
    expect(frozen).toEqual({ ok: true, value: source });
    const value = frozen.ok ? frozen.value : {};
    const copied = value.inner as { readonly list: readonly unknown[] };
    expect(value).not.toBe(source);
    expect(copied).not.toBe(inner);
    expect([value, copied, copied.list, copied.list[1]].map(Object.isFrozen)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    inner.list.push(2);
    expect(copied.list).toEqual([1, { deep: "x" }]);
  });

  it("agrees with JSON on every JSON object", () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
    const isFree = (object: object): boolean => !JSON.stringify(object).includes("__proto__");
    fc.assert(
      fc.property(objects.filter(isFree), (object) => {
        expect(freezeArguments(object)).toEqual({ ok: true, value: object });
      }),
    );
  });

  it("drops undefined members, and takes objects without a prototype", () => {
    const bare = Object.assign(Object.create(null) as object, { b: undefined, c: 1 });
    const frozen = freezeArguments({ a: undefined, bare });
    expect(frozen).toEqual({ ok: true, value: { bare: { c: 1 } } });
    expect(frozen.ok && Object.keys(frozen.value)).toEqual(["bare"]);
  });

  it("reads a getter exactly once", () => {
    let reads = 0;
    const source = {
      get path(): string {
        reads += 1;
        return reads === 1 ? "/safe" : "/etc/shadow";
      },
    };
    expect(freezeArguments(source)).toEqual({ ok: true, value: { path: "/safe" } });
    expect(reads).toBe(1);
  });

  it("reads each member of a proxy once, and keeps that value", () => {
    const reads: string[] = [];
    const told = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (of, key) => {
          reads.push(String(key));
          return Reflect.get(of, key);
        },
      });
    const source = told({ path: "/safe", list: told([1]) });
    const frozen = freezeArguments(source);
    source.path = "/etc/shadow";
    expect(frozen).toEqual({ ok: true, value: { path: "/safe", list: [1] } });
    expect(reads).toEqual(["path", "list", "length", "0"]);
    const value = frozen.ok ? frozen.value : {};
    expect([value, value.list].map(Object.isFrozen)).toEqual([true, true]);
    expect([value, value.list].map(types.isProxy)).toEqual([false, false]);
  });

  it("refuses what is not plain JSON, by name", () => {
    class Point {
      readonly x = 1;
    }
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const throwing = {
      get a(): string {
        throw new TypeError("secret");
      },
    };
    const cases: readonly (readonly [value: unknown, message: string])[] = [
      [null, "the arguments must be one object"],
      ["{}", "the arguments must be one object"],
      [[1], "the arguments must be one object"],
      [{ a: () => 1 }, '"a" is function; arguments must be plain JSON'],
      [{ a: Symbol("s") }, '"a" is symbol; arguments must be plain JSON'],
      [{ a: 1n }, '"a" is bigint; arguments must be plain JSON'],
      [{ a: Number.NaN }, '"a" is not a finite number'],
      [{ a: Number.NEGATIVE_INFINITY }, '"a" is not a finite number'],
      [{ a: "\ud800" }, '"a" holds half of a surrogate pair'],
      [
        { "\udc00": 1 },
        'the arguments object has a property name that is not allowed: "\\u{dc00}"',
      ],
      [{ a: new Date(0) }, '"a" is an instance of a class; pass plain data'],
      [{ a: new Map() }, '"a" is an instance of a class; pass plain data'],
      [new Point(), "the arguments object is an instance of a class; pass plain data"],
      [{ a: { toJSON: () => 1 } }, '"toJSON" is function; arguments must be plain JSON'],
      [{ a: [1, undefined] }, '"a" has no value at index 1'],
      [{ a: new Array(3) }, '"a" has no value at index 0'],
      [
        { [Symbol("s")]: 1 },
        "the arguments object has a member named by a symbol; pass plain data",
      ],
      [
        JSON.parse('{"a":{"__proto__":1}}'),
        '"a" has a property name that is not allowed: "__proto__"',
      ],
      [cyclic, '"self" is nested deeper than 64 levels'],
      [throwing, "a member of the arguments could not be read"],
    ];
    expect(cases.map(([value]) => freezeArguments(value))).toEqual(
      cases.map(([, message]) => ({ ok: false, message })),
    );
  });

  it("bounds bytes and levels", () => {
    const limits = { maxBytes: 20, maxDepth: 2 };
    expect(freezeArguments({ a: "x".repeat(12) }, limits).ok).toBe(true);
    expect(freezeArguments({ a: "é".repeat(12) }, limits)).toEqual({
      ok: false,
      message: "the arguments are larger than 20 bytes",
    });
    expect(freezeArguments({ a: [] }, limits).ok).toBe(true);
    expect(freezeArguments({ a: [[]] }, limits).ok).toBe(false);
  });
});
