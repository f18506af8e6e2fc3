import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPartIds } from "./part-ids.ts";

describe("part ids", () => {
  it("part ids are prt_, twelve hexadecimal and fourteen base-62 digits", () => {
    const next = createPartIds({
      clock: { wallMs: () => 0x19b7_6c2a_d00 },
      ids: { random: () => 0 },
    });
    expect([next(), next()]).toEqual([
      "prt_019b76c2ad0000000000000000",
      "prt_019b76c2ad0000000000000001",
    ]);
  });

  it("part ids sort as text in the order they were made, whatever the clock does", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 50 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (times, random) => {
          let at = 0;
          const clock = { wallMs: () => 1_767_225_600_000 + (times[at++] ?? 0) };
          const next = createPartIds({
            clock,
            ids: { random: () => random.next().value as number },
          });
          const made = times.map(next);
          expect([...made].sort()).toEqual(made);
          expect(new Set(made).size).toBe(made.length);
          for (const id of made) expect(id).toMatch(/^prt_[0-9a-f]{12}[0-9A-Za-z]{14}$/);
        },
      ),
    );
  });

  it("part ids carry over when the lower half is full", () => {
    const next = createPartIds({
      clock: { wallMs: () => 1 },
      ids: { random: () => 1 - Number.EPSILON / 2 },
    });
    const first = next();
    const second = next();
    expect(first.slice(-7)).toBe("zzzzzzz");
    expect(second.slice(-7)).toBe("0000000");
    expect(second > first).toBe(true);
  });
});
