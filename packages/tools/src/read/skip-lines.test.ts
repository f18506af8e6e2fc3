import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { skipLines } from "./skip-lines.ts";

const PLAIN = { start: 0, width: 1, low: 0, end: 0x0a } as const;

/** Bytes beside a line end by one bit or one step are the ones that a look at several at once could confuse. */
const byte = fc.constantFrom(0x0a, 0x0b, 0x09, 0x8a, 0x00, 0x01, 0x80, 0xff, 0x0d, 0x61);

describe("skipLines", () => {
  it("finds what a loop over the bytes finds, wherever they begin in memory", () => {
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 200, size: "max" }),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 1, max: 60 }),
        (given, offset, count) => {
          const whole = Uint8Array.from([...Array<number>(offset).fill(0x0a), ...given]);
          const ends = given.flatMap((value, at) => (value === 0x0a ? [at + 1] : []));
          const skipped = ends.slice(0, count);
          expect(skipLines(whole.subarray(offset), PLAIN, count)).toEqual({
            lines: skipped.length,
            at: skipped.at(-1) ?? 0,
          });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("counts carriage returns where they end the lines", () => {
    const bytes = new TextEncoder().encode("first\rsecond\rthird, and no end");
    expect(skipLines(bytes, { ...PLAIN, end: 0x0d }, 5)).toEqual({ lines: 2, at: 13 });
  });
});
