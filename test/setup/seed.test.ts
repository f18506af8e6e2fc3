import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";

describe("the seed of a run", () => {
  it("is what a property without one of its own draws from, and names when it fails", () => {
    const details = fc.check(fc.property(fc.nat(), () => false));
    expect(details.seed).toBe(inject("propertySeed"));
    expect(fc.defaultReportMessage(details)).toContain(`seed: ${inject("propertySeed")}`);
  });
});
