import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader } from "./line-reader.ts";

describe("cutting bytes into lines", () => {
  it("gives the same lines however the bytes arrive, and tells of each that is too long once", () => {
    const line = fc
      .string({ unit: "grapheme", maxLength: 30 })
      .map((text) => text.replaceAll("\n", ""));
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 10 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 }),
        (lines, steps) => {
          const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(""));
          const maxBytes = 25;
          const read: string[] = [];
          let tooLong = 0;
          const reader = createLineReader({
            maxBytes,
            onLine: (text) => read.push(text),
            onTooLong: () => {
              tooLong += 1;
            },
          });
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const step = steps[turn % steps.length] ?? 1;
            reader.push(bytes.subarray(at, at + step));
            at += step;
          }
          const fits = (one: string): boolean => Buffer.byteLength(one) <= maxBytes;
          expect(read).toEqual(lines.filter(fits).map((one) => Buffer.from(one).toString()));
          expect(tooLong).toBe(lines.filter((one) => !fits(one)).length);
        },
      ),
    );
  });
});
