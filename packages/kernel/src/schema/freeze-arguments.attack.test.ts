import { describe, expect, it } from "vitest";
import { freezeArguments } from "./freeze-arguments.ts";

describe("freezeArguments under attack", () => {
  it("ends on a graph whose tree would have 2^60 nodes", () => {
    let node: Record<string, unknown> = {};
    for (let level = 0; level < 60; level += 1) {
      node = { left: node, right: node };
    }
    expect(freezeArguments(node)).toEqual({
      ok: false,
      message: "the arguments are larger than 1048576 bytes",
    });
  });

  it("ends on an array that claims four thousand million items", () => {
    const sparse: unknown[] = [];
    sparse.length = 2 ** 32 - 1;
    expect(freezeArguments({ sparse }).ok).toBe(false);
  });

  it("refuses a proxy that throws or has no end", () => {
    const count = (): never => {
      throw new TypeError("trap");
    };
    const endless: ProxyHandler<object> = {
      ownKeys: () => ["next"],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: () => new Proxy({}, endless),
    };
    const long = new Proxy([], { get: () => 2 ** 40 });
    const proxies = [
      new Proxy({}, { ownKeys: count }),
      { list: new Proxy([], { get: count }) },
      new Proxy({}, endless),
      { long },
    ];
    expect(proxies.map((proxy) => freezeArguments(proxy).ok)).toEqual([false, false, false, false]);
  });

  it("never runs an iterator or species of an array", () => {
    let runs = 0;
    const count = (): never => {
      runs += 1;
      throw new TypeError("trap");
    };
    const list = Object.assign([1, 2], { constructor: { [Symbol.species]: count } });
    Object.defineProperty(list, Symbol.iterator, { value: count });
    expect(freezeArguments({ list })).toEqual({ ok: true, value: { list: [1, 2] } });
    expect(runs).toBe(0);
  });

  it("does not copy members of a polluted Object.prototype", () => {
    const setting = { value: "x", enumerable: true, configurable: true, writable: true };
    Object.defineProperty(Object.prototype, "injected", setting);
    const frozen = freezeArguments({ a: { b: 1 } });
    Reflect.deleteProperty(Object.prototype, "injected");
    expect(frozen.ok && Object.keys(frozen.value)).toEqual(["a"]);
  });

  it("hands out a copy that a getter cannot change afterwards", () => {
    const target = { path: "/safe" };
    const source = {
      get first(): string {
        return target.path;
      },
      target,
    };
    const frozen = freezeArguments(source);
    target.path = "/etc/shadow";
    expect(frozen).toEqual({ ok: true, value: { first: "/safe", target: { path: "/safe" } } });
  });
});
