import type { Clock } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createDeadlines } from "./deadlines.ts";

/** A clock by hand: one list of timers, moved by the test. */
function handClock() {
  let nowMs = 0;
  const timers = new Map<object, { readonly dueMs: number; readonly callback: () => void }>();
  const clock: Clock = {
    nowMs: () => nowMs,
    wallMs: () => nowMs,
    setTimer(ms, callback) {
      const key = {};
      timers.set(key, { dueMs: nowMs + ms, callback });
      return () => timers.delete(key);
    },
  };
  return {
    clock,
    armed: () => timers.size,
    advance(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = [...timers].sort((a, b) => a[1].dueMs - b[1].dueMs)[0];
        if (!next || next[1].dueMs > untilMs) break;
        timers.delete(next[0]);
        nowMs = next[1].dueMs;
        next[1].callback();
      }
      nowMs = untilMs;
    },
  };
}

describe("deadlines", () => {
  it("keep one timer for any number of calls and expire each in its time", () => {
    const { clock, armed, advance } = handClock();
    const deadlines = createDeadlines(clock);
    const expired: number[] = [];
    for (const dueMs of [300, 100, 200]) {
      deadlines.add({ dueMs, expire: () => expired.push(dueMs) });
    }
    expect(armed()).toBe(1);
    advance(150);
    expect(expired).toEqual([100]);
    expect(armed()).toBe(1);
    advance(500);
    expect(expired).toEqual([100, 200, 300]);
    expect(armed()).toBe(0);
  });

  it("stand still while paused, pauses nesting", () => {
    const { clock, advance } = handClock();
    const deadlines = createDeadlines(clock);
    let expired = false;
    const deadline = deadlines.add({
      dueMs: 100,
      expire: () => {
        expired = true;
      },
    });
    advance(50);
    deadline.pause();
    deadline.pause();
    advance(1_000);
    deadline.resume();
    advance(1_000);
    deadline.resume();
    advance(49);
    expect(expired).toBe(false);
    advance(1);
    expect(expired).toBe(true);
  });

  it("forget a cleared call and everything on close", () => {
    const { clock, armed, advance } = handClock();
    const deadlines = createDeadlines(clock);
    const expired: string[] = [];
    deadlines.add({ dueMs: 10, expire: () => expired.push("cleared") }).clear();
    deadlines.add({ dueMs: 20, expire: () => expired.push("closed") });
    deadlines.close();
    advance(100);
    expect(expired).toEqual([]);
    expect(armed()).toBe(0);
  });
});
