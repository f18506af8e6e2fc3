import { newLoop } from "@toolplane/agent";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { createWaitingRoom } from "../approvals/create-waiting-room.ts";
import { listWaiting } from "../approvals/list-waiting.ts";
import { publishQuestion } from "../approvals/question.fixture.ts";
import { ownWaiter } from "../approvals/waiter.ts";
import { createRuns } from "./create-runs.ts";

const key = new Uint8Array(32).fill(7);

/** A store that gives leases by its own clock, and a worker on another machine. */
function openShared() {
  const clock = createFakeClock();
  const memory = createMemoryStore();
  const told: string[] = [];
  let heldUntilMs = -1;
  const store = {
    ...memory,
    leases: {
      worker: "far",
      forMs: 4_000,
      async renew() {
        if (heldUntilMs < clock.nowMs()) told.push("lease");
        heldUntilMs = clock.nowMs() + 4_000;
      },
      isHeld: async () => heldUntilMs >= clock.nowMs(),
    },
    paused: {
      ...memory.paused,
      put: (...given: Parameters<typeof memory.paused.put>) => {
        told.push("question");
        return memory.paused.put(...given);
      },
    },
    runs: {
      ...memory.runs,
      put: (...given: Parameters<typeof memory.runs.put>) => {
        told.push("run");
        return memory.runs.put(...given);
      },
    },
  };
  return { clock, store, told };
}

it("gives a question its lease before anybody sees it, and keeps that until the answer", async () => {
  const { clock, store, told } = openShared();
  const waiter = { ...ownWaiter(store), machine: "far.test" };
  const abort = new AbortController();
  const room = createWaitingRoom({ store, key, clock, waiter });
  const asked = room.ask(publishQuestion(), abort.signal).catch(() => "cancelled");
  await clock.advance(20_000);
  expect(told).toEqual(["lease", "question"]);
  const states = async () =>
    (await listWaiting({ store, key, limit: 9 })).map(({ state }) => state);
  expect(await states()).toEqual(["elsewhere"]);
  abort.abort();
  expect(await asked).toBe("cancelled");
  expect(clock.pending()).toBe(0);
});

it("calls a question gone whose worker was not heard of for a lease", async () => {
  const { clock, store } = openShared();
  const waiter = { ...ownWaiter(store), machine: "far.test" };
  const silent = { ...store, leases: { ...store.leases, renew: async () => {} } };
  const room = createWaitingRoom({ store: silent, key, clock, waiter });
  await store.leases.renew();
  void room.ask(publishQuestion(), new AbortController().signal);
  await clock.advance(4_000);
  const state = async () => (await listWaiting({ store, key, limit: 9 }))[0]?.state;
  expect(await state()).toBe("elsewhere");
  await clock.advance(1_000);
  expect(await state()).toBe("gone");
});

it("gives a run its lease before it is there, and renews it until the run is let go of", async () => {
  const { clock, store, told } = openShared();
  const runs = createRuns({ store, key, clock });
  const about = { model: "scripted", prompt: "Do it.", workspace: null };
  const driven = runs.begin({ id: "run_1", sessionId: "ses_1", about });
  await driven.keep(newLoop("run_1"));
  await clock.advance(20_000);
  expect(told).toEqual(["lease", "run"]);
  expect(await store.leases.isHeld()).toBe(true);
  await driven.release();
  await clock.advance(5_000);
  expect([await store.leases.isHeld(), clock.pending()]).toEqual([false, 0]);
});
