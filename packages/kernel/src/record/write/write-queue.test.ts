import { isToolError, ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import type { Waiter } from "./record-item.ts";
import { createWriteQueue, type WriteFailure, type WriteQueueOptions } from "./write-queue.ts";

interface Item {
  readonly name: string;
  waiter: Waiter | null;
}

const item = (name: string): Item => ({ name, waiter: null });
const lost = new ToolError("unavailable", "gone");

/** A disk that answers when the test says so, a clock that moves when it says so. */
function openBench(more: Partial<WriteQueueOptions<Item>> = {}) {
  const batches: { readonly names: readonly string[]; readonly durable: boolean }[] = [];
  const answers: ((failed: readonly string[] | null) => void)[] = [];
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const deferred: (() => void)[] = [];
  const failures: unknown[] = [];
  const losses: string[] = [];
  const state = { held: false };
  const queue = createWriteQueue<Item>({
    write(batch, durable) {
      batches.push({ names: batch.map(({ name }) => name), durable });
      if (!state.held) return Promise.resolve(null);
      return new Promise<WriteFailure<Item> | null>((resolve) => {
        answers.push((failed) => {
          const unwritten = batch.filter(({ name }) => failed?.includes(name));
          resolve(failed && { failed: unwritten, error: lost });
        });
      });
    },
    clock: {
      setTimer(ms, run) {
        const timer = { ms, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
    defer: (run) => void deferred.push(run),
    maxBatch: 3,
    maxWaiting: 5,
    patienceMs: 1_000,
    onFailure: (error) => void failures.push(error),
    onLoss: ({ name }) => void losses.push(name),
    ...more,
  });
  return {
    queue,
    batches,
    failures,
    losses,
    timers,
    hold: () => {
      state.held = true;
    },
    /** Answers the write that waits: all is well, or it failed and these were not written. */
    answer: async (failed: readonly string[] | null = null) => {
      answers.shift()?.(failed);
      await settle();
    },
    /** The scheduler's turn. */
    turn: async () => {
      for (const run of deferred.splice(0)) run();
      await settle();
    },
    fire: async (ms: number) => {
      const timer = timers.find((known) => known.ms === ms);
      timers.splice(timers.indexOf(timer as never), 1);
      timer?.run();
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (isToolError(error) ? error.code : "other"),
  );

describe("the write queue", () => {
  it("writes what came in one tick as one batch, when the scheduler says", async () => {
    const { queue, batches, turn, timers } = openBench();
    expect([queue.push(item("a")), queue.push(item("b"))]).toEqual([undefined, undefined]);
    await settle();
    expect(batches).toEqual([]);
    await turn();
    expect(batches).toEqual([{ names: ["a", "b"], durable: false }]);
    expect(timers).toEqual([]);
  });

  it("writes at once when a caller waits for durability, with what came before", async () => {
    const { queue, batches } = openBench();
    void queue.push(item("a"));
    const first = queue.pushDurable(item("b"));
    const second = queue.pushDurable(item("c"));
    await Promise.all([first, second]);
    expect(batches).toEqual([{ names: ["a", "b", "c"], durable: true }]);
  });

  it("gathers the next batch while one is being written", async () => {
    const bench = openBench({ maxBatch: 10, maxWaiting: 10 });
    bench.hold();
    const first = bench.queue.pushDurable(item("a"));
    await settle();
    const others = ["b", "c", "d"].map((name) => bench.queue.pushDurable(item(name)));
    await bench.answer();
    await first;
    await bench.answer();
    await Promise.all(others);
    expect(bench.batches.map(({ names }) => names)).toEqual([["a"], ["b", "c", "d"]]);
  });

  it("writes a full batch without waiting for the scheduler", async () => {
    const { queue, batches } = openBench();
    for (const name of ["a", "b", "c", "d"]) void queue.push(item(name));
    await settle();
    expect(batches).toEqual([{ names: ["a", "b", "c"], durable: false }]);
  });

  describe("with items that may linger", () => {
    const openLingering = () => {
      const lingering: (() => void)[] = [];
      const bench = openBench({
        linger: {
          mayLinger: ({ name }) => name.startsWith("read"),
          defer: (run) => void lingering.push(run),
        },
      });
      const tick = async (): Promise<void> => {
        for (const run of lingering.splice(0)) run();
        await settle();
      };
      return { ...bench, lingering, tick };
    };

    it("writes lingering items together when their time has come, not at the end of the turn", async () => {
      const { queue, batches, turn, tick, lingering } = openLingering();
      void queue.push(item("read 1"));
      await turn();
      void queue.push(item("read 2"));
      await turn();
      expect([batches, lingering.length]).toEqual([[], 1]);
      await tick();
      expect(batches).toEqual([{ names: ["read 1", "read 2"], durable: false }]);
    });

    it("takes lingering items along with the first that may not linger, in order", async () => {
      const { queue, batches, turn, tick } = openLingering();
      void queue.push(item("read 1"));
      void queue.push(item("write 1"));
      void queue.push(item("read 2"));
      await turn();
      expect(batches).toEqual([{ names: ["read 1", "write 1", "read 2"], durable: false }]);
      await tick();
      expect(batches).toHaveLength(1);
    });

    it("writes lingering items before an item that must be durable, when a batch is full, and at the end", async () => {
      const { queue, batches } = openLingering();
      void queue.push(item("read 1"));
      await queue.pushDurable(item("intent"));
      for (const name of ["read 2", "read 3", "read 4"]) void queue.push(item(name));
      await settle();
      void queue.push(item("read 5"));
      expect(await queue.close(item("mark"))).toBe(0);
      expect(batches.map(({ names }) => names)).toEqual([
        ["read 1", "intent"],
        ["read 2", "read 3", "read 4"],
        ["read 5", "mark"],
      ]);
    });

    it("lets items linger that came while a batch was being written", async () => {
      const bench = openLingering();
      bench.hold();
      void bench.queue.push(item("write 1"));
      await bench.turn();
      void bench.queue.push(item("read 1"));
      await bench.answer();
      await bench.turn();
      expect(bench.batches).toHaveLength(1);
      await bench.tick();
      await bench.answer();
      expect(bench.batches.map(({ names }) => names)).toEqual([["write 1"], ["read 1"]]);
    });

    it("tries lingering items again after an outage, like any other", async () => {
      const bench = openLingering();
      bench.hold();
      void bench.queue.push(item("read 1"));
      await bench.tick();
      await bench.answer(["read 1"]);
      expect(bench.timers.map(({ ms }) => ms)).toEqual([100]);
      await bench.fire(100);
      await bench.answer();
      expect(bench.batches.map(({ names }) => names)).toEqual([["read 1"], ["read 1"]]);
    });
  });

  it("makes its caller wait when it is full, and goes on in order", async () => {
    const bench = openBench();
    bench.hold();
    const pushed = ["a", "b", "c", "d", "e", "f"].map((name) => bench.queue.push(item(name)));
    expect(pushed.slice(0, 5)).toEqual(Array(5).fill(undefined));
    await settle();
    // The first three are being written; two wait, and one more has a place now.
    await bench.answer();
    await pushed[5];
    await bench.answer();
    expect(bench.batches.map(({ names }) => names)).toEqual([
      ["a", "b", "c"],
      ["d", "e", "f"],
    ]);
    expect(bench.losses).toEqual([]);
  });

  it("lets no item overtake one that found the queue full, though a batch that left made room", async () => {
    const bench = openBench({ maxBatch: 1, maxWaiting: 1 });
    bench.hold();
    bench.queue.push(item("a"));
    const full = bench.queue.push(item("b"));
    await bench.turn();
    expect(bench.batches.map(({ names }) => names)).toEqual([["a"]]);
    const later = bench.queue.push(item("c"));
    expect([full, later]).toEqual([expect.any(Promise), expect.any(Promise)]);
    for (let count = 0; count < 3; count += 1) {
      await bench.answer();
      await bench.turn();
    }
    expect(bench.batches.map(({ names }) => names)).toEqual([["a"], ["b"], ["c"]]);
  });

  it("refuses waiting callers when the store fails, and keeps what is batched", async () => {
    const bench = openBench();
    bench.hold();
    void bench.queue.push(item("a"));
    const refused = [bench.queue.pushDurable(item("b")), bench.queue.pushDurable(item("c"))];
    const codes = Promise.all(refused.map(codeOf));
    await settle();
    await bench.turn();
    const behind = codeOf(bench.queue.pushDurable(item("d")));
    await bench.answer(["a", "b", "c"]);
    expect(await codes).toEqual(["unavailable", "unavailable"]);
    expect(await behind).toBe("unavailable");
    await bench.fire(100);
    await bench.answer();
    expect(bench.batches.map(({ names }) => names)).toEqual([["a", "b", "c"], ["a"]]);
  });

  it("reports an outage once, tries again with growing pauses, and reports the next one", async () => {
    const bench = openBench();
    bench.hold();
    void bench.queue.push(item("a"));
    await bench.turn();
    for (const ms of [100, 200, 400, 800]) {
      await bench.answer(["a"]);
      expect(bench.timers.map((timer) => timer.ms)).toEqual([ms]);
      await bench.fire(ms);
    }
    await bench.answer();
    expect(bench.failures).toHaveLength(1);
    void bench.queue.push(item("b"));
    await bench.turn();
    await bench.answer(["b"]);
    expect(bench.failures).toHaveLength(2);
    expect(bench.timers.map(({ ms }) => ms)).toEqual([100]);
  });

  it("tries at once when a call comes that must be durable", async () => {
    const bench = openBench();
    bench.hold();
    void bench.queue.push(item("a"));
    await bench.turn();
    await bench.answer(["a"]);
    const done = bench.queue.pushDurable(item("b"));
    await settle();
    await bench.answer();
    await done;
    expect(bench.batches.at(-1)).toEqual({ names: ["a", "b"], durable: true });
  });

  it("goes on by itself after an outage that left nothing to try again", async () => {
    const bench = openBench();
    bench.hold();
    const refused = codeOf(bench.queue.pushDurable(item("a")));
    await settle();
    await bench.answer(["a"]);
    expect(await refused).toBe("unavailable");
    void bench.queue.push(item("b"));
    await bench.fire(100);
    await bench.answer();
    expect(bench.batches.map(({ names }) => names)).toEqual([["a"], ["b"]]);
  });

  it("does not hang on a store that never answers, and neither do later callers", async () => {
    const bench = openBench();
    bench.hold();
    const first = bench.queue.pushDurable(item("a"));
    const second = bench.queue.pushDurable(item("b"));
    const codes = Promise.all([codeOf(first), codeOf(second)]);
    await settle();
    const third = codeOf(bench.queue.pushDurable(item("c")));
    await bench.fire(1_000);
    expect(await codes).toEqual(["unavailable", "unavailable"]);
    expect(await third).toBe("unavailable");
    expect(await codeOf(bench.queue.pushDurable(item("d")))).toBe("unavailable");
    expect(bench.failures).toHaveLength(1);
    void bench.queue.push(item("e"));
    await bench.answer();
    await bench.turn();
    await bench.answer();
    expect(bench.batches.map(({ names }) => names)).toEqual([["a", "b"], ["e"]]);
  });

  it("gives up what has waited too long for a place, and says so", async () => {
    const bench = openBench();
    bench.hold();
    for (const name of ["a", "b", "c"]) void bench.queue.push(item(name));
    await settle();
    for (const name of ["d", "e", "f", "g", "h"]) void bench.queue.push(item(name));
    const waiting = [bench.queue.push(item("i")), bench.queue.push(item("j"))];
    await bench.fire(1_000);
    await bench.fire(1_000);
    await waiting[0];
    expect(bench.losses).toEqual(["i"]);
    await bench.answer();
    await bench.answer();
    await waiting[1];
    expect(bench.losses).toEqual(["i"]);
  });

  it("refuses waiting callers when what was written is not durable, and does not write it twice", async () => {
    const bench = openBench();
    bench.hold();
    void bench.queue.push(item("a"));
    const refused = codeOf(bench.queue.pushDurable(item("b")));
    await settle();
    await bench.answer([]);
    expect(await refused).toBe("unavailable");
    await bench.turn();
    expect(bench.batches).toHaveLength(1);
  });

  it("writes what waits when it is closed, and takes nothing after that", async () => {
    const bench = openBench();
    void bench.queue.push(item("a"));
    expect(await bench.queue.close(item("mark"))).toBe(0);
    expect(await bench.queue.close(item("mark"))).toBe(0);
    expect(bench.batches).toEqual([{ names: ["a", "mark"], durable: true }]);
    expect(bench.queue.push(item("b"))).toBeUndefined();
    expect(bench.losses).toEqual(["b"]);
    expect(await codeOf(bench.queue.pushDurable(item("c")))).toBe("unavailable");
  });

  it("counts what it had to give up when it was closed", async () => {
    const bench = openBench();
    bench.hold();
    for (const name of ["a", "b"]) void bench.queue.push(item(name));
    const closing = bench.queue.close(item("mark"));
    await settle();
    for (const name of ["d", "e", "f", "g", "h"]) void bench.queue.push(item(name));
    const held = bench.queue.push(item("i"));
    await bench.answer(["a", "b"]);
    expect(await closing).toBe(8);
    await held;
    expect(bench.losses).toEqual(["a", "b", "d", "e", "f", "g", "h", "i"]);
    expect(bench.timers).toEqual([]);
  });
});
