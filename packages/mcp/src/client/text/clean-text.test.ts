import { hasHiddenTyped } from "@toolplane/readings";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLine, cleanText } from "./clean-text.ts";

describe("cleanText", () => {
  it.each([
    ["one\r\ntwo\rthree\tfour", "one\ntwo\nthree\tfour"],
    ["a\u00a0b\u2003c", "a b c"],
    ["\u{1f44d}\ufe0f", "\u{1f44d}"],
    ["x\u200by", "x\\u{200b}y"],
    ["\u001b[31mred", "\\u{1b}[31mred"],
    ["café шёлк 日本", "café шёлк 日本"],
  ])("makes %j %j", (text, clean) => expect(cleanText(text)).toBe(clean));

  it("leaves nothing hidden, and nothing to do a second time", () => {
    const unit = fc.constantFrom(..."a \n\t\r\u200b\u202e\u0000\u{e0041}\ufe0f\u{1f44d}é\u00a0");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const clean = cleanText(text);
        expect(hasHiddenTyped(clean)).toBe(false);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });
});

describe("cleanLine", () => {
  it("is one line, and says when it was cut", () => {
    expect(cleanLine("a\n\n b", 10)).toBe("a b");
    expect(cleanLine("abcdefghij", 5)).toBe("abcd…");
    expect(cleanLine("\u{1f44d}".repeat(9), 4)).toBe("\u{1f44d}…");
    expect(cleanLine("x".repeat(1_000_000), 3)).toBe("xx…");
  });
});
