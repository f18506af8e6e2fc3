import { describe, expect, it } from "vitest";
import { withShiftedTime } from "./with-shifted-time.ts";

describe("withShiftedTime", () => {
  it("moves every way to read the time, and only those", () => {
    const RealDate = Date;
    const now = Date.now();
    const [byNow, byNew, fixed, isDate] = withShiftedTime(() => [
      Date.now(),
      Date.parse(new Date().toISOString()),
      new Date(5).getTime(),
      new Date() instanceof Date,
    ]);
    const month = 31 * 86_400_000;
    expect([Number(byNow) - now > month, Number(byNew) - now > month, fixed, isDate]).toEqual([
      true,
      true,
      5,
      true,
    ]);
    expect(Date).toBe(RealDate);
  });

  it("puts the clock back when the function throws", () => {
    const RealDate = Date;
    expect(() =>
      withShiftedTime(() => {
        throw new TypeError("x");
      }),
    ).toThrow("x");
    expect(Date).toBe(RealDate);
  });
});
