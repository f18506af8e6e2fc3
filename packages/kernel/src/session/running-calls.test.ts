import { isToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import {
  askedUntil,
  beginAsk,
  createRunningCalls,
  endAsk,
  type RunningCall,
  signalOf,
  stopCall,
} from "./running-calls.ts";

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

function newCall(startedMs = 0): RunningCall {
  return {
    startedMs,
    allowedMs: 0,
    dueMs: 0,
    restedMs: 0,
    pausedAtMs: 0,
    pauses: 0,
    asks: 0,
    askedMs: 0,
    listed: false,
    previous: null,
    next: null,
    stopped: null,
    controller: null,
    interrupt: null,
    waiter: null,
  };
}

describe("running calls", () => {
  it("keep one timer for any number of calls and stop each in its time", () => {
    const { clock, armed, advance } = handClock();
    const running = createRunningCalls(clock);
    const calls = [300, 100, 200].map((timeoutMs) => {
      const call = newCall();
      running.enter(call, timeoutMs);
      return call;
    });
    expect(armed()).toBe(1);
    advance(150);
    expect(calls.map(({ stopped }) => stopped?.kind ?? null)).toEqual([null, "timeout", null]);
    expect(calls[1]?.stopped?.text).toBe("The call did not finish within 100 ms and was stopped.");
    expect(armed()).toBe(1);
    for (const call of calls) running.leave(call);
    advance(500);
    expect(calls.map(({ stopped }) => stopped?.kind ?? null)).toEqual([null, "timeout", null]);
    expect(armed()).toBe(0);
  });

  it("deadlines pause, also nested, also before a call is entered", () => {
    const { clock, advance } = handClock();
    const running = createRunningCalls(clock);
    const call = newCall();
    running.pause(call);
    running.enter(call, 100);
    running.pause(call);
    advance(1_000);
    running.resume(call);
    advance(1_000);
    running.resume(call);
    advance(99);
    expect(call.stopped).toBeNull();
    advance(1);
    expect(call.stopped?.kind).toBe("timeout");
  });

  it("count the time in which people were asked, two questions at once as one wait", () => {
    const call = newCall();
    beginAsk(call, 10);
    expect(askedUntil(call, 15)).toBe(5);
    beginAsk(call, 20);
    endAsk(call, 30);
    endAsk(call, 50);
    expect(askedUntil(call, 99)).toBe(40);
    beginAsk(call, 100);
    endAsk(call, 102);
    expect(askedUntil(call, 200)).toBe(42);
  });

  it("running calls are stopped oldest first, each once, with the reason", () => {
    const running = createRunningCalls(handClock().clock);
    const told: string[] = [];
    const calls = ["a", "b", "c"].map((name) => {
      const call = newCall();
      call.interrupt = ({ kind }) => told.push(`${name} ${kind}`);
      running.enter(call, 10);
      return call;
    });
    running.leave(calls[1] as RunningCall);
    running.stopAll({ kind: "cancelled", text: "Cancelled" });
    running.stopAll({ kind: "timeout", text: "late" });
    expect(told).toEqual(["a cancelled", "c cancelled"]);
  });

  it("have a signal on first touch that aborts with an error a tool may let through", () => {
    const call = newCall();
    const signal = signalOf(call);
    expect(signalOf(call)).toBe(signal);
    stopCall(call, { kind: "cancelled", text: "Cancelled" });
    expect(signal.aborted).toBe(true);
    expect(isToolError(signal.reason) && signal.reason.code).toBe("cancelled");
    const late = newCall();
    stopCall(late, { kind: "timeout", text: "late" });
    expect(signalOf(late).aborted).toBe(true);
  });

  it("running calls leave in any order without losing a neighbour", () => {
    const running = createRunningCalls(handClock().clock);
    const calls = Array.from({ length: 5 }, () => newCall());
    for (const call of calls) running.enter(call, 10);
    for (const index of [2, 0, 4, 4]) running.leave(calls[index] as RunningCall);
    running.stopAll({ kind: "cancelled", text: "Cancelled" });
    expect(calls.map(({ stopped }) => stopped !== null)).toEqual([false, true, false, true, false]);
  });
});
