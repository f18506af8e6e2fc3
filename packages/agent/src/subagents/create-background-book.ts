/** The background runs that one session started: who they are, how they end, and who waits for it. */
import type { BackgroundRun, BackgroundRuns } from "@toolplane/contract";

export type BackgroundEnd = Pick<BackgroundRun, "output"> & {
  readonly state: Exclude<BackgroundRun["state"], "running">;
  /** The questions it waits for, where it is suspended. */
  readonly questions?: readonly string[];
};

export interface BackgroundBook extends BackgroundRuns {
  /**
   * Takes one in. `stop` ends it; the promise settles with its end and never rejects. One that `isElsewhere` is driven by others: it
   * is neither waited for here nor stopped with this process.
   */
  add(
    run: Pick<BackgroundRun, "sessionId" | "agent" | "prompt">,
    options: {
      readonly stop: () => void;
      readonly ended: Promise<BackgroundEnd>;
      readonly isElsewhere?: boolean;
    },
  ): void;
  running(): number;
  /** Those that others drive. */
  elsewhere(): number;
  /** Questions that those wait for which are suspended. */
  questions(): readonly string[];
  stopAll(): void;
  /** Settles when one of those that run has ended, or when the signal fires. */
  nextEnd(signal: AbortSignal): Promise<void>;
  /** Settles when none runs any more. */
  settled(): Promise<void>;
}

/** Words that the list repeats of an assignment. */
const SHOWN_PROMPT = 200;
/** Ended ones that are remembered; the oldest are forgotten first. */
const MOST_ENDED = 200;

interface Entry {
  run: BackgroundRun;
  questions: readonly string[];
  readonly stop: () => void;
  readonly isElsewhere: boolean;
  readonly over: Promise<void>;
}

export function createBackgroundBook(): BackgroundBook {
  const entries = new Map<string, Entry>();
  const atWork = (): readonly Entry[] =>
    [...entries.values()].filter(({ run }) => run.state === "running");
  const running = (): readonly Entry[] => atWork().filter(({ isElsewhere }) => !isElsewhere);
  const forgetOldest = (): void => {
    const ended = [...entries.values()].filter(({ run }) => run.state !== "running");
    for (const { run } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED)))
      entries.delete(run.sessionId);
  };
  return {
    add({ sessionId, agent, prompt }, { stop, ended, isElsewhere = false }) {
      const entry: Entry = {
        run: {
          sessionId,
          agent,
          state: "running",
          prompt: prompt.slice(0, SHOWN_PROMPT),
          output: "",
        },
        questions: [],
        stop,
        isElsewhere,
        over: ended.then(({ state, output, questions = [] }) => {
          entry.run = { ...entry.run, state, output };
          entry.questions = questions;
          forgetOldest();
        }),
      };
      entries.set(sessionId, entry);
    },
    list: () => [...entries.values()].map(({ run }) => run),
    async wait(sessionId, signal) {
      const entry = entries.get(sessionId);
      if (!entry) return null;
      await untilAborted(entry.over, signal);
      return entry.run;
    },
    stop(sessionId) {
      const entry = entries.get(sessionId);
      if (entry?.run.state !== "running") return false;
      entry.stop();
      return true;
    },
    running: () => running().length,
    elsewhere: () => atWork().length - running().length,
    questions: () => [...new Set([...entries.values()].flatMap(({ questions }) => questions))],
    stopAll() {
      for (const { stop } of running()) stop();
    },
    async nextEnd(signal) {
      const waiting = running().map(({ over }) => over);
      if (waiting.length > 0) await untilAborted(Promise.race(waiting), signal);
    },
    async settled() {
      await Promise.all(running().map(({ over }) => over));
    },
  };
}

/** Settles with the work or with the signal, whichever comes first. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
