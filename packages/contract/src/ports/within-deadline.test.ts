import { describe, expect, it } from "vitest";
import type { Clock } from "./clock.ts";
import { withinDeadline } from "./within-deadline.ts";

/** Timers that a test fires by hand. */
function createHandClock(): Clock & { fire(): void; fireOnce(): void; pending(): number } {
  const timers = new Set<() => void>();
  return {
    nowMs: () => 0,
    wallMs: () => 0,
    setTimer(_ms, callback) {
      timers.add(callback);
      return () => timers.delete(callback);
    },
    fire: () => {
      for (const callback of timers) callback();
    },
    fireOnce: () => {
      const due = [...timers];
      timers.clear();
      for (const callback of due) callback();
    },
    pending: () => timers.size,
  };
}

describe("withinDeadline", () => {
  const bounds = () => ({ clock: createHandClock(), abort: new AbortController(), timeoutMs: 10 });

  it("gives the value or the error of work that ends in time, and leaves no timer", async () => {
    const { clock, abort, timeoutMs } = bounds();
    const given = { clock, signal: abort.signal, timeoutMs };
    const error = new TypeError("broken");
    expect(await withinDeadline(() => 1, given)).toEqual({ ended: "done", value: 1 });
    expect(await withinDeadline(() => Promise.reject(error), given)).toEqual({
      ended: "failed",
      error,
    });
    expect(clock.pending()).toBe(0);
  });

  it("tells a deadline from a cancel, and stops the work in both", async () => {
    for (const cause of ["timeout", "cancelled"] as const) {
      const { clock, abort, timeoutMs } = bounds();
      let stopped = false;
      const work = (signal: AbortSignal) =>
        new Promise<never>(() => signal.addEventListener("abort", () => (stopped = true)));
      const ended = withinDeadline(work, { clock, signal: abort.signal, timeoutMs });
      if (cause === "timeout") clock.fire();
      else abort.abort();
      expect([await ended, stopped, clock.pending()]).toEqual([{ ended: cause }, true, 0]);
    }
  });

  it("starts nothing for a call that is over", async () => {
    const { clock, timeoutMs } = bounds();
    let started = false;
    const work = () => {
      started = true;
    };
    const ended = await withinDeadline(work, { clock, signal: AbortSignal.abort(), timeoutMs });
    expect([ended, started]).toEqual([{ ended: "cancelled" }, false]);
  });

  it("begins its time again while it is paused", async () => {
    const { clock, timeoutMs } = bounds();
    let isPaused = true;
    let isOver = false;
    const ended = withinDeadline(() => new Promise<never>(() => {}), {
      clock,
      timeoutMs,
      isPaused: () => isPaused,
    }).finally(() => {
      isOver = true;
    });
    clock.fireOnce();
    await Promise.resolve();
    expect([isOver, clock.pending()]).toEqual([false, 1]);
    isPaused = false;
    clock.fireOnce();
    expect([await ended, clock.pending()]).toEqual([{ ended: "timeout" }, 0]);
  });

  it("has no end but the work's own where none is given", async () => {
    const { clock } = bounds();
    const ended = withinDeadline(() => Promise.resolve(2), { clock });
    expect(clock.pending()).toBe(0);
    expect(await ended).toEqual({ ended: "done", value: 2 });
  });
});
