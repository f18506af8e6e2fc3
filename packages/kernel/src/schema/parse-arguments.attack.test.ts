import { describe, expect, it } from "vitest";
import { parseArguments } from "./parse-arguments.ts";

describe("parseArguments under attack", () => {
  it("refuses a text of a million brackets at the depth limit", () => {
    const text = `{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
    expect(parseArguments(text)).toEqual({
      ok: false,
      message: "not valid JSON at line 1, column 69: nested deeper than 64 levels",
    });
  });

  it("refuses a text of backslashes and quotes in linear time", () => {
    const text = `{"a":"${'\\\\\\":'.repeat(100_000)}","a":1}`;
    expect(parseArguments(text)).toEqual({
      ok: false,
      message: 'not valid JSON at line 1, column 500009: property "a" is given twice',
    });
  });

  it("leaves Object.prototype alone and gives no way to it", () => {
    const texts = [
      '{"__proto__":{"polluted":1}}',
      '{"\\u005f_proto__":{"polluted":1}}',
      '{"a":[{"__proto__":null}]}',
    ];
    expect(texts.map((text) => parseArguments(text).ok)).toEqual([false, false, false]);
    expect(parseArguments('{"constructor":{"prototype":{"polluted":1}}}').ok).toBe(true);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("shows a hostile property name cut and escaped", () => {
    const name = `\u202e\u0000${"x".repeat(100)}`;
    const text = `{${JSON.stringify(name)}:1,${JSON.stringify(name)}:2}`;
    const parsed = parseArguments(text);
    expect(parsed.ok || parsed.message).toBe(
      `not valid JSON at line 1, column 114: property "\\u{202e}\\u{0}${"x".repeat(38)}…" is given twice`,
    );
  });

  it("counts only the text's own members when Object.prototype is polluted", () => {
    const setting = { value: 1, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(Object.prototype, "limit", setting);
    const good = parseArguments('{"a":1}');
    const twice = parseArguments('{"a":1,"a":1}');
    Reflect.deleteProperty(Object.prototype, "limit");
    expect([good.ok, twice.ok]).toEqual([true, false]);
  });
});
