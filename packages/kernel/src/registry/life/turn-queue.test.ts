import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTurnQueue, type Turn } from "./turn-queue.ts";

const never = (error: unknown): void => {
  throw error;
};

describe("a turn queue", () => {
  it("runs a change at once when no turn is active, and lets its error out", () => {
    const queue = createTurnQueue();
    const done: string[] = [];
    queue.run(() => done.push("now"), never);
    expect(done).toEqual(["now"]);
    expect(() =>
      queue.run(() => {
        throw new RangeError("broken");
      }, never),
    ).toThrow("broken");
  });

  it("holds changes until the last turn ends, and hands errors over", () => {
    const queue = createTurnQueue();
    const done: string[] = [];
    const first = queue.begin();
    const second = queue.begin();
    queue.run(() => done.push("a"), never);
    queue.run(
      () => {
        throw new RangeError("b broke");
      },
      (error) => done.push(String(error)),
    );
    queue.run(() => done.push("c"), never);
    expect([done.length, queue.waiting()]).toEqual([0, 3]);
    first.end();
    first.end();
    expect([done.length, queue.waiting()]).toEqual([0, 3]);
    second.end();
    expect(done).toEqual(["a", "RangeError: b broke", "c"]);
    expect(queue.waiting()).toBe(0);
  });

  it("puts a change that a change asks for behind those that wait", () => {
    const queue = createTurnQueue();
    const done: string[] = [];
    const turn = queue.begin();
    queue.run(() => {
      done.push("a");
      queue.run(() => done.push("from a"), never);
    }, never);
    queue.run(() => done.push("b"), never);
    turn.end();
    expect(done).toEqual(["a", "b", "from a"]);
  });

  it("holds under a name only what would replace it there, however often the name is held", () => {
    const queue = createTurnQueue();
    const done: string[] = [];
    const change = (name: string, replaces?: string) =>
      queue.run(() => done.push(name), never, replaces);
    const turn = queue.begin(["x", "y"]);
    queue.hold("x");
    change("x", "x");
    change("y", "y");
    change("z", "z");
    change("removal");
    expect([done, queue.isIdle("x"), queue.isIdle("z")]).toEqual([["z", "removal"], false, true]);
    turn.end();
    turn.end();
    expect(done).toEqual(["z", "removal", "y"]);
    const whole = queue.begin();
    queue.release("x");
    expect(done).toEqual(["z", "removal", "y"]);
    whole.end();
    expect(done).toEqual(["z", "removal", "y", "x"]);
  });

  it("keeps the order of changes whatever turns begin and end", () => {
    const step = fc.constantFrom("begin", "end", "change");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = createTurnQueue();
        const open: Turn[] = [];
        const done: number[] = [];
        let asked = 0;
        for (const one of steps) {
          if (one === "begin") open.push(queue.begin());
          if (one === "end") open.shift()?.end();
          if (one === "change") {
            const number = asked;
            asked += 1;
            queue.run(() => done.push(number), never);
          }
          // Nothing changes while a turn is active, and nothing waits while none is.
          expect(queue.waiting()).toBe(asked - done.length);
          if (open.length === 0) expect(queue.waiting()).toBe(0);
        }
        for (const turn of open) turn.end();
        expect(done).toEqual(Array.from({ length: asked }, (_, number) => number));
      }),
    );
  });
});
