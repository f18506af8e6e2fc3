import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputHead, cutToBytes } from "./output-head.ts";

function headOf(pieces: readonly string[], maxBytes: number) {
  const left = [...pieces];
  const seen: string[] = [];
  const reader = { next: () => left.shift() ?? null, end: () => "", close() {} };
  const head = createOutputHead({ reader, maxBytes, onOutput: (text) => seen.push(text) });
  return { ...head.finish(), seen: seen.join("") };
}

describe("the head of an output", () => {
  it("is the longest beginning that fits, and is what was shown", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 8 }), { maxLength: 8 }),
        fc.nat(40),
        (pieces, maxBytes) => {
          const whole = pieces.join("");
          const { text, cut, seen } = headOf(pieces, maxBytes);
          expect(seen).toBe(text);
          expect(whole.startsWith(text)).toBe(true);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
          expect(cut).toBe(Buffer.byteLength(whole) > maxBytes);
          if (!cut) expect(text).toBe(whole);
        },
      ),
    );
  });

  it("never ends in half a character", () => {
    expect(cutToBytes("aé€😀", 9)).toBe("aé€");
    expect(cutToBytes("é", 1)).toBe("");
  });

  it("does not care when a watcher throws", () => {
    const pieces = ["a", "b"];
    const reader = { next: () => pieces.shift() ?? null, end: () => "", close() {} };
    const onOutput = () => {
      throw new TypeError("no");
    };
    expect(createOutputHead({ reader, maxBytes: 9, onOutput }).finish().text).toBe("ab");
  });
});
