/**
 * A clock that moves only when a test says so. Timers fire in order of their due time, ties in order of creation, and
 * between two timers every promise that can settle does: a test that advances over a deadline sees what the deadline caused.
 *
 * Settling waits for one turn of the event loop, which runs the whole queue of promises; it costs microseconds and no time.
 */
import { ConfigurationError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";

/** A {@link Clock} under the control of a test. */
export interface FakeClock extends Clock {
  /** Moves time forward and fires what falls due. `advance(0)` only lets promises settle and fires what is due now. */
  advance(ms: number): Promise<void>;
  /** How many timers wait to fire. */
  pending(): number;
}

export interface FakeClockOptions {
  /** Wall time at the start; 2026-01-01T00:00:00Z unless given. */
  readonly wallMs?: number;
}

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** Makes a clock that stays at 0 until it is advanced. */
export function createFakeClock(options: FakeClockOptions = {}): FakeClock {
  const wallStartMs = options.wallMs ?? Date.UTC(2026, 0, 1);
  const timers = new Set<Timer>();
  let nowMs = 0;
  let moving: Promise<void> = Promise.resolve();

  async function move(ms: number): Promise<void> {
    const untilMs = nowMs + ms;
    await settlePromises();
    for (let next = nextDue(timers, untilMs); next !== null; next = nextDue(timers, untilMs)) {
      timers.delete(next);
      nowMs = Math.max(nowMs, next.dueMs);
      next.callback();
      await settlePromises();
    }
    nowMs = untilMs;
  }

  return {
    nowMs: () => nowMs,
    wallMs: () => wallStartMs + nowMs,
    setTimer(ms, callback) {
      const timer = { dueMs: nowMs + Math.max(0, ms), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      if (!(ms >= 0)) throw new ConfigurationError("fake clock", "time never goes back");
      // Two advances at once run one after the other, so that neither skips the other's timers.
      moving = moving.then(() => move(ms));
      return moving;
    },
    pending: () => timers.size,
  };
}

// A Set keeps insertion order, so the first of equal due times is the oldest.
function nextDue(timers: ReadonlySet<Timer>, untilMs: number): Timer | null {
  let next: Timer | null = null;
  for (const timer of timers) {
    if (timer.dueMs <= untilMs && (next === null || timer.dueMs < next.dueMs)) next = timer;
  }
  return next;
}

function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
