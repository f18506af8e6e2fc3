import type { Answer, Question } from "@toolplane/contract";
import type { PausedSession, Store } from "@toolplane/contract/ports";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswerText, toAnswerText } from "./answer-text.ts";
import { answerWaiting } from "./answer-waiting.ts";
import { createFirstAnswer } from "./create-first-answer.ts";
import { createWaitingRoom, type WaitingRoomOptions } from "./create-waiting-room.ts";
import { listWaiting, withdrawGone } from "./list-waiting.ts";
import { publishQuestion } from "./question.fixture.ts";
import { createSeals } from "./seals.ts";
import { ownWaiter, waiterState } from "./waiter.ts";
import { readWaitingRow, toWaitingRow } from "./waiting-row.ts";

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);

function openWorld(more: Partial<WaitingRoomOptions> = {}) {
  const clock = createFakeClock();
  const store = createMemoryStore();
  const room = createWaitingRoom({ store, key, clock, waiter: ownWaiter(store), ...more });
  const abort = new AbortController();
  const answer = (id: string, given: Answer) =>
    answerWaiting(id, given, { store, key, wallMs: clock.wallMs, by: "mira" });
  return { clock, store, room, abort, answer };
}

async function putBack(store: Store, id: string, change: (row: PausedSession) => PausedSession) {
  const row = await store.paused.get(id);
  if (row) await store.paused.put(change(row));
}

describe("createWaitingRoom", () => {
  it("hands over an answer that somebody else gave, and says so to whoever is late", async () => {
    const { clock, room, abort, answer, store } = openWorld();
    const asked = room.ask(publishQuestion(), abort.signal);
    await clock.advance(3_000);
    expect(await answer("qst_1", { choice: "reject", note: "not to latest" })).toMatchObject({
      outcome: "given",
    });
    await clock.advance(1_000);
    expect(await asked).toEqual({ choice: "reject", note: "not to latest" });
    expect(await answer("qst_1", { choice: "once" })).toMatchObject({
      outcome: "answered",
      by: "mira",
      choice: "reject",
    });
    expect(await listWaiting({ store, key, limit: 9 })).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it("wakes at once for an answer in its own process", async () => {
    const { clock, room, abort, answer } = openWorld();
    const asked = room.ask(publishQuestion(), abort.signal);
    await clock.advance(0);
    await answer("qst_1", { choice: "once" });
    room.wake();
    expect(await asked).toEqual({ choice: "once" });
  });

  it("takes exactly one of many answers", async () => {
    const { clock, room, abort, answer } = openWorld();
    const asked = room.ask(publishQuestion(), abort.signal);
    await clock.advance(0);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        answer("qst_1", { choice: "reject", note: String(index) }),
      ),
    );
    await clock.advance(1_000);
    const given = outcomes.findIndex(({ outcome }) => outcome === "given");
    expect(outcomes.filter(({ outcome }) => outcome === "given")).toHaveLength(1);
    expect(await asked).toEqual({ choice: "reject", note: String(given) });
  });

  it("withdraws its question when the call is over", async () => {
    const { clock, room, abort, answer, store } = openWorld();
    const asked = room.ask(publishQuestion(), abort.signal);
    const seen = expect(asked).rejects.toMatchObject({ code: "cancelled" });
    await clock.advance(0);
    abort.abort();
    await seen;
    expect(await listWaiting({ store, key, limit: 9 })).toEqual([]);
    expect(await answer("qst_1", { choice: "once" })).toMatchObject({ outcome: "withdrawn" });
  });

  it.each([
    ["no seal", { answer: { choice: "once" }, by: "x" }],
    ["a seal of another key", null],
    ["no JSON", "once"],
  ])("refuses an answer with %s, for a row alone lets nothing run", async (_, forged) => {
    const { clock, room, abort, store } = openWorld();
    const question = publishQuestion();
    const asked = room.ask(question, abort.signal);
    const seen = expect(asked).rejects.toMatchObject({ code: "permission_denied" });
    await clock.advance(0);
    const answer = { choice: "once" } as const;
    const text =
      forged === null
        ? toAnswerText(question, { answer, by: "x", seals: createSeals(otherKey) })
        : typeof forged === "string"
          ? forged
          : JSON.stringify(forged);
    await store.paused.resolve("qst_1", text, 1);
    await clock.advance(1_000);
    await seen;
  });

  it("refuses an answer that was given to other words, or for another question", async () => {
    const seals = createSeals(key);
    const answer = { choice: "once" } as const;
    const text = toAnswerText(publishQuestion(), { answer, by: "x", seals });
    expect(readAnswerText(text, publishQuestion(), seals).kind).toBe("answer");
    for (const other of [
      publishQuestion({ id: "qst_2" }),
      publishQuestion({ arguments: { command: "rm -rf /" } }),
      publishQuestion({ cover: null }),
    ])
      expect(readAnswerText(text, other, seals)).toEqual({ kind: "forged" });
    const moved = JSON.stringify({ ...JSON.parse(text), answer: { choice: "session" } });
    expect(readAnswerText(moved, publishQuestion(), seals)).toEqual({ kind: "forged" });
  });

  it("shows a row that somebody changed as forged, and does not answer it", async () => {
    const { clock, room, abort, store, answer } = openWorld();
    void room.ask(publishQuestion(), abort.signal).catch(() => {});
    await clock.advance(0);
    await putBack(store, "qst_1", (row) => {
      const state = row.state as unknown as { readonly question: Question };
      return {
        ...row,
        state: { ...state, question: { ...state.question, tool: "read" } } as never,
      };
    });
    expect(await listWaiting({ store, key, limit: 9 })).toMatchObject([{ state: "forged" }]);
    expect(await answer("qst_1", { choice: "once" })).toEqual({ outcome: "forged" });
  });

  it("shows a row of any shape as forged, and falls over none", async () => {
    const { store, answer } = openWorld();
    const kind = "toolplane question 1";
    const shapes = [{ kind }, { kind, question: null }, { kind, question: 7, waiter: [] }];
    for (const [index, state] of [null, "x", [], {}, ...shapes].entries())
      await store.paused.put({
        id: `qst_${index}`,
        conversationId: "ses_1",
        question: "?",
        options: [],
        state: state as never,
        createdAtMs: index,
      });
    const listed = await listWaiting({ store, key, limit: 9 });
    expect(listed.map(({ state }) => state)).toEqual(["forged", "forged", "forged"]);
    expect(await answer("qst_6", { choice: "once" })).toEqual({ outcome: "forged" });
    expect(await answer("qst_0", { choice: "once" })).toEqual({ outcome: "unknown" });
  });

  it("shows the question of a killed process as gone, never answers it, and lets go of it after a day", async () => {
    const gone = { ...ownWaiter({}), started: "another start" };
    const { clock, room, abort, store, answer } = openWorld({ waiter: gone });
    void room.ask(publishQuestion(), abort.signal).catch(() => {});
    await clock.advance(0);
    expect(await listWaiting({ store, key, limit: 9 })).toMatchObject([{ state: "gone" }]);
    expect(await answer("qst_1", { choice: "once" })).toMatchObject({ outcome: "gone" });
    expect(await withdrawGone({ store, key, nowMs: clock.wallMs() })).toBe(0);
    expect(await withdrawGone({ store, key, nowMs: clock.wallMs() + 90_000_000 })).toBe(1);
    expect(await listWaiting({ store, key, limit: 9 })).toEqual([]);
  });

  it("knows processes by more than their number", () => {
    const own = ownWaiter({});
    expect(waiterState(own)).toBe("waiting");
    expect(waiterState({ ...own, pid: 2 ** 22 + 1 })).toBe("gone");
    expect(waiterState({ ...own, pid: -1 })).toBe("gone");
    expect(waiterState({ ...own, machine: "elsewhere.test" })).toBe("elsewhere");
  });

  it("holds a bounded number of questions, and the process while one waits", async () => {
    const held: string[] = [];
    const hold = () => {
      held.push("hold");
      return () => void held.push("let go");
    };
    const { clock, room, abort } = openWorld({ maxWaiting: 1, hold });
    const asked = room.ask(publishQuestion(), abort.signal).catch(() => "over");
    await expect(room.ask(publishQuestion({ id: "qst_2" }), abort.signal)).rejects.toMatchObject({
      code: "unavailable",
    });
    await clock.advance(0);
    abort.abort();
    expect(await asked).toBe("over");
    expect(held).toEqual(["hold", "let go"]);
  });

  it("looks seldom: about once a second, however long it takes", async () => {
    const { clock, room, abort, store } = openWorld();
    let looks = 0;
    const paused: typeof store.paused = {
      ...store.paused,
      get(id) {
        looks += 1;
        return store.paused.get(id);
      },
    };
    const counting = createWaitingRoom({ store: { paused }, key, clock, waiter: ownWaiter({}) });
    void counting.ask(publishQuestion(), abort.signal).catch(() => {});
    await clock.advance(60_000);
    expect(looks).toBeGreaterThan(55);
    expect(looks).toBeLessThan(80);
    expect(room.waiting()).toBe(0);
    abort.abort();
  });

  it("hears of an answer where the store does, and looks every 15 s for one that it missed", async () => {
    const { clock, abort, store, answer } = openWorld();
    const listeners = new Set<(id: string | null) => void>();
    const tell = (id: string | null): void => {
      for (const heard of [...listeners]) heard(id);
    };
    let isSound = true;
    let looks = 0;
    const hearing = {
      listen(heard: (id: string | null) => void) {
        listeners.add(heard);
        return () => void listeners.delete(heard);
      },
      isSound: () => isSound,
      fault: async () => null,
    };
    const get = (id: string) => {
      looks += 1;
      return store.paused.get(id);
    };
    const told = { paused: { ...store.paused, get }, hearing };
    const room = createWaitingRoom({ store: told, key, clock, waiter: ownWaiter({}) });
    const ask = (id: string) => room.ask(publishQuestion({ id }), abort.signal);

    const first = ask("qst_1");
    await clock.advance(60_000);
    expect(looks).toBe(5);
    tell("qst_of_another");
    await clock.advance(0);
    expect(looks).toBe(5);
    await answer("qst_1", { choice: "once" });
    tell("qst_1");
    await clock.advance(0);
    expect(await first).toEqual({ choice: "once" });

    const second = ask("qst_2");
    await clock.advance(0);
    await answer("qst_2", { choice: "reject" });
    await clock.advance(15_000);
    expect(await second).toEqual({ choice: "reject" });

    // What it hears by is gone: it looks as often as without.
    const third = ask("qst_3");
    await clock.advance(1_000);
    isSound = false;
    tell(null);
    looks = 0;
    await clock.advance(60_000);
    expect(looks).toBeGreaterThan(55);
    await answer("qst_3", { choice: "once" });
    await clock.advance(1_000);
    expect(await third).toEqual({ choice: "once" });
    expect(listeners.size).toBe(0);
  });

  it("keeps every question as it was asked, and no answer of another kind", () => {
    const seals = createSeals(key);
    const waiter = ownWaiter({});
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.jsonValue(), (text, value) => {
        const question = publishQuestion({
          title: text,
          arguments: { [text]: value as never, command: text },
        });
        const row = toWaitingRow(question, { seals, waiter, createdAtMs: 1 });
        const kept = JSON.parse(JSON.stringify(row)) as PausedSession;
        const read = readWaitingRow(kept, seals);
        expect(read?.isGenuine).toBe(true);
        const given = toAnswerText(read?.question as Question, {
          answer: { choice: "once" },
          by: text,
          seals,
        });
        expect(readAnswerText(given, question, seals)).toMatchObject({ kind: "answer" });
      }),
    );
  });
});

describe("createFirstAnswer", () => {
  const never = (aborted: unknown[]) => ({
    ask: (_: Question, signal: AbortSignal) =>
      new Promise<Answer>((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted.push(signal.reason);
          reject(new Error("withdrawn"));
        });
      }),
  });
  const { signal } = new AbortController();

  it("takes the first answer and withdraws the others", async () => {
    const aborted: unknown[] = [];
    const first = createFirstAnswer([never(aborted), { ask: async () => ({ choice: "once" }) }]);
    expect(await first.ask(publishQuestion(), signal)).toEqual({ choice: "once" });
    expect(aborted).toEqual([{ answeredElsewhere: { choice: "once" } }]);
  });

  it("leaves a question to the others when one place fails, and fails when all do", async () => {
    const broken = { ask: () => Promise.reject(new Error("no disk")) };
    const good = { ask: async () => ({ choice: "once" }) as const };
    expect(await createFirstAnswer([broken, good]).ask(publishQuestion(), signal)).toEqual({
      choice: "once",
    });
    await expect(createFirstAnswer([broken]).ask(publishQuestion(), signal)).rejects.toThrow(
      "no disk",
    );
  });

  it("withdraws everywhere when the call is over", async () => {
    const aborted: unknown[] = [];
    const abort = new AbortController();
    const asked = createFirstAnswer([never(aborted), never(aborted)]).ask(
      publishQuestion(),
      abort.signal,
    );
    abort.abort("over");
    await expect(asked).rejects.toThrow("withdrawn");
    expect(aborted).toEqual(["over", "over"]);
  });
});
