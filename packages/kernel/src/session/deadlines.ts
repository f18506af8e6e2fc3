/**
 * Deadlines of a session's running calls on one timer. A timer per call would cost more than the call; so one timer is armed
 * for the earliest deadline and, when it fires, looks again. A deadline stands still while a person is asked.
 */
import type { Clock } from "@toolplane/contract";

/** The deadline of one call. */
export interface Deadline {
  /** Stands still; may be nested. */
  pause(): void;
  resume(): void;
  /** The call settled. */
  clear(): void;
}

/** All deadlines of a session. */
export interface Deadlines {
  add(entry: { readonly dueMs: number; readonly expire: () => void }): Deadline;
  close(): void;
}

interface Entry {
  dueMs: number;
  pausedAtMs: number | null;
  pauses: number;
  readonly expire: () => void;
}

/** Makes the one timer of a session. */
export function createDeadlines(clock: Clock): Deadlines {
  const entries = new Set<Entry>();
  let armedForMs = Number.POSITIVE_INFINITY;
  let disarm: (() => void) | null = null;

  const arm = (dueMs: number): void => {
    if (dueMs >= armedForMs) return;
    disarm?.();
    armedForMs = dueMs;
    disarm = clock.setTimer(Math.max(0, dueMs - clock.nowMs()), fire);
  };
  const fire = (): void => {
    disarm = null;
    armedForMs = Number.POSITIVE_INFINITY;
    const nowMs = clock.nowMs();
    for (const entry of [...entries]) {
      if (entry.pausedAtMs !== null) continue;
      if (entry.dueMs <= nowMs) {
        entries.delete(entry);
        entry.expire();
      } else arm(entry.dueMs);
    }
  };

  return {
    add({ dueMs, expire }) {
      const entry: Entry = { dueMs, pausedAtMs: null, pauses: 0, expire };
      entries.add(entry);
      arm(dueMs);
      return {
        pause() {
          entry.pauses += 1;
          if (entry.pausedAtMs === null) entry.pausedAtMs = clock.nowMs();
        },
        resume() {
          entry.pauses -= 1;
          if (entry.pauses > 0 || entry.pausedAtMs === null) return;
          entry.dueMs += clock.nowMs() - entry.pausedAtMs;
          entry.pausedAtMs = null;
          if (entries.has(entry)) arm(entry.dueMs);
        },
        clear() {
          entries.delete(entry);
        },
      };
    },
    close() {
      disarm?.();
      disarm = null;
      entries.clear();
    },
  };
}
