import { describe, expect, it } from "vitest";
import { createCountingIds } from "./create-counting-ids.ts";

describe("createCountingIds", () => {
  it("counts each prefix on its own, and nonces", () => {
    const ids = createCountingIds();
    expect([
      ids.next("call"),
      ids.next("call"),
      ids.next("question"),
      ids.nonce(),
      ids.nonce(),
    ]).toEqual(["call_0001", "call_0002", "question_0001", "nonce0001", "nonce0002"]);
  });

  it("gives ids that sort by creation, past the width of the count too", () => {
    const ids = createCountingIds();
    const made = Array.from({ length: 10_050 }, () => ids.next("call"));
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it("draws the same numbers in [0, 1) from the same seed", () => {
    const draw = (seed: number) => {
      const ids = createCountingIds({ seed });
      return Array.from({ length: 1000 }, () => ids.random());
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(7).every((value) => value >= 0 && value < 1)).toBe(true);
    const mean = draw(7).reduce((sum, value) => sum + value, 0) / 1000;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  });
});
