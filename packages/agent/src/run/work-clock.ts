/** Measures working time: the clock of a run pauses while a person is asked, who may come tomorrow. */
import type { Clock } from "@toolplane/contract/ports";

export interface WorkClock extends Clock {
  /** A question is open from here on. */
  asked(questionId: string): void;
  answered(questionId: string): void;
}

export function createWorkClock(clock: Clock): WorkClock {
  const open = new Set<string>();
  let restedMs = 0;
  let sinceMs = 0;
  return {
    nowMs: () => (open.size > 0 ? sinceMs : clock.nowMs()) - restedMs,
    wallMs: () => clock.wallMs(),
    setTimer: (ms, run) => clock.setTimer(ms, run),
    asked(questionId) {
      if (open.size === 0) sinceMs = clock.nowMs();
      open.add(questionId);
    },
    answered(questionId) {
      if (open.delete(questionId) && open.size === 0) restedMs += clock.nowMs() - sinceMs;
    },
  };
}
