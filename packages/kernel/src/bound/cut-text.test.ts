import { describe, expect, it } from "vitest";
import { cutText } from "./cut-text.ts";

describe("cutText", () => {
  it("cuts between characters, not inside them", () => {
    expect(cutText("aé", 2)).toBe("a");
    expect(cutText("aé", 3)).toBe("aé");
    expect(cutText("a😀b", 4)).toBe("a");
    expect(cutText("a😀b", 5)).toBe("a😀");
  });

  it("does not leave half of what a reader sees as one character", () => {
    expect(cutText("ae\u0301b", 2)).toBe("a");
    expect(cutText("xx👩‍👩‍👧‍👦y", 20)).toBe("xx");
    expect(cutText("x\r\ny", 2)).toBe("x");
  });

  it("cuts through a grapheme that is longer than any real one", () => {
    const pile = `a${"\u0301".repeat(500)}`;
    expect(Buffer.byteLength(cutText(pile, 201))).toBe(201);
  });

  it("replaces halves of surrogate pairs", () => {
    expect(cutText("a\ud83d", 10)).toBe("a\ufffd");
    expect(cutText("\udc00bcd", 4)).toBe("\ufffdb");
  });

  it("takes a cap that is no sensible number for nothing", () => {
    expect(cutText("abc", -1)).toBe("");
    expect(cutText("abc", 1.9)).toBe("a");
  });
});
