import type { ToolplaneEvent } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { expect, it } from "vitest";
import { createProgressFeed } from "./progress-feed.ts";

/** A clock that a test advances by hand. */
function createClock(): Clock & { advance(ms: number): void } {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    wallMs: () => nowMs,
    setTimer(ms, run) {
      const timer = { atMs: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = untilMs;
    },
  };
}

function open() {
  const clock = createClock();
  const listeners = new Set<(event: ToolplaneEvent) => void>();
  const feed = createProgressFeed(
    {
      on(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    clock,
  );
  const said: string[] = [];
  const stop = feed.watch("call-1", (text) => said.push(text));
  const emit = (event: object): void => {
    for (const listener of listeners) listener({ callId: "call-1", ...event } as never);
  };
  return { clock, said, stop, emit, listeners };
}

it("reports every few seconds that a silent call runs, or that a person is asked, until it ends", () => {
  const { clock, said, stop, emit, listeners } = open();
  clock.advance(4_999);
  expect(said).toEqual([]);
  clock.advance(1);
  emit({ type: "call-update", partial: { output: "tick 1\n" } });
  clock.advance(4_000);
  expect(said).toEqual(["Running for 5 s.", "tick 1"]);
  clock.advance(1_000);
  emit({ type: "approval-request", question: { id: "q" } });
  clock.advance(5_000);
  emit({ type: "approval-answer", questionId: "q" });
  clock.advance(5_000);
  const waiting = "Waiting for a person to answer.";
  expect(said.slice(2)).toEqual(["Running for 10 s.", waiting, waiting, "Running for 20 s."]);
  stop();
  clock.advance(60_000);
  expect([said.length, listeners.size]).toEqual([6, 0]);
});

it("sends reports as text and never as JSON", () => {
  const { said, emit } = open();
  for (const partial of ["words\n", { output: "a\nb\n" }, { done: 3, of: "10", list: [1] }, [], 7])
    emit({ type: "call-update", partial });
  expect(said).toEqual(["words", "a\nb", "done: 3, of: 10", "7"]);
});
