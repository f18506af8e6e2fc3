import { describe, expect, it } from "vitest";
import { createFakeClock } from "./create-fake-clock.ts";

describe("createFakeClock", () => {
  it("stands still until it is advanced", async () => {
    const clock = createFakeClock({ wallMs: 1_000_000 });
    await Promise.resolve();
    expect([clock.nowMs(), clock.wallMs()]).toEqual([0, 1_000_000]);
    await clock.advance(250);
    expect([clock.nowMs(), clock.wallMs()]).toEqual([250, 1_000_250]);
  });

  it("fires timers by due time, ties by creation, and shows each its own time", async () => {
    const clock = createFakeClock();
    const fired: string[] = [];
    const note = (name: string) => () => void fired.push(`${name}@${clock.nowMs()}`);
    clock.setTimer(30, note("late"));
    clock.setTimer(10, note("first"));
    clock.setTimer(10, note("second"));
    clock.setTimer(31, note("never"));
    await clock.advance(30);
    expect(fired).toEqual(["first@10", "second@10", "late@30"]);
    expect(clock.pending()).toBe(1);
  });

  it("lets promises settle between timers, and fires timers that they set", async () => {
    const clock = createFakeClock();
    const seen: string[] = [];
    const sleep = (ms: number) => new Promise<void>((resolve) => void clock.setTimer(ms, resolve));
    const run = async () => {
      for (const step of ["a", "b", "c"]) {
        await sleep(10);
        await Promise.resolve();
        seen.push(`${step}@${clock.nowMs()}`);
      }
    };
    const done = run();
    clock.setTimer(25, () => void seen.push("between"));
    await clock.advance(30);
    await done;
    expect(seen).toEqual(["a@10", "b@20", "between", "c@30"]);
  });

  it("forgets a cancelled timer", async () => {
    const clock = createFakeClock();
    let fired = false;
    const cancel = clock.setTimer(5, () => {
      fired = true;
    });
    cancel();
    cancel();
    await clock.advance(10);
    expect({ fired, pending: clock.pending() }).toEqual({ fired: false, pending: 0 });
  });

  it("runs advances one after the other", async () => {
    const clock = createFakeClock();
    const fired: number[] = [];
    clock.setTimer(15, () => void fired.push(clock.nowMs()));
    await Promise.all([clock.advance(10), clock.advance(10)]);
    expect({ fired, nowMs: clock.nowMs() }).toEqual({ fired: [15], nowMs: 20 });
  });

  it("refuses to go back", () => {
    expect(() => createFakeClock().advance(-1)).toThrow("time never goes back");
  });
});
