import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasHiddenTyped } from "../hidden-characters.ts";
import { showHidden, showOnLine } from "./show-hidden.ts";

describe("showHidden", () => {
  it.each([
    ["one\r\ntwo\rthree\tfour", "one\ntwo\nthree\tfour"],
    ["a\u00a0b\u2003c", "a b c"],
    ["\u{1f44d}\ufe0f", "\u{1f44d}"],
    ["x\u200by", "x\\u{200b}y"],
    ["\u001b[31mred", "\\u{1b}[31mred"],
    ["café шёлк 日本", "café шёлк 日本"],
  ])("makes %j %j", (text, clean) => expect(showHidden(text)).toBe(clean));

  it("leaves nothing hidden, and nothing to do a second time", () => {
    const unit = fc.constantFrom(..."a \n\t\r\u200b\u202e\u0000\u{e0041}\ufe0f\u{1f44d}é\u00a0");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const clean = showHidden(text);
        expect(hasHiddenTyped(clean)).toBe(false);
        expect(showHidden(clean)).toBe(clean);
      }),
    );
  });
});

describe("showOnLine", () => {
  it("is one line, and says when it was cut", () => {
    expect(showOnLine("a\n\n b", 10)).toBe("a b");
    expect(showOnLine("abcdefghij", 5)).toBe("abcd…");
    expect(showOnLine("\u{1f44d}".repeat(9), 4)).toBe("\u{1f44d}…");
    expect(showOnLine("x".repeat(1_000_000), 3)).toBe("xx…");
  });
});
