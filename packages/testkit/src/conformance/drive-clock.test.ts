import { describe, expect, it } from "vitest";
import { createFakeClock } from "../create-fake-clock.ts";
import { driveClock } from "./drive-clock.ts";

const bounds = { patienceMs: 1, stepMs: 10, steps: 5 };

describe("driveClock", () => {
  it("moves no time for work that needs none", async () => {
    const clock = createFakeClock();
    expect(await driveClock(clock, Promise.resolve("x"), bounds)).toEqual({
      settled: true,
      value: "x",
    });
    expect(clock.nowMs()).toBe(0);
  });

  it("moves time step by step until the work settles", async () => {
    const clock = createFakeClock();
    const work = new Promise<number>((resolve) => {
      clock.setTimer(25, () => resolve(clock.nowMs()));
    });
    expect(await driveClock(clock, work, bounds)).toEqual({ settled: true, value: 25 });
    expect(clock.nowMs()).toBe(30);
  });

  it("gives up within its bound", async () => {
    const clock = createFakeClock();
    expect(await driveClock(clock, new Promise(() => {}), bounds)).toEqual({ settled: false });
    expect(clock.nowMs()).toBe(50);
  });
});
