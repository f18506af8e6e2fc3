import { describe, expect, it } from "vitest";
import { isWhole, sampleOf, sampleOfSteps } from "./sample.ts";

const items = Array.from({ length: 100 }, (_value, index) => index);

describe("a sample", () => {
  it("is spread over everything, and everything where the whole is asked for", () => {
    const taken = sampleOf(items, 10);
    const distances = taken.slice(1).map((item, index) => item - (taken[index] ?? 0));
    expect(new Set(distances)).toEqual(new Set([isWhole ? 1 : 10]));
    expect(taken).toHaveLength(isWhole ? 100 : 10);
  });

  it("is never empty, and no more than there is", () => {
    expect(sampleOf(["only"], 5)).toEqual(["only"]);
    expect(sampleOf(items.slice(0, 7), 2).length).toBeGreaterThan(0);
  });

  it("of steps has the first and the last", () => {
    const steps = sampleOfSteps(41, 4);
    expect([steps[0], steps.at(-1)]).toEqual([0, 40]);
    expect(new Set(steps).size).toBe(steps.length);
  });
});
