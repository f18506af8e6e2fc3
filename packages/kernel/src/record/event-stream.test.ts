import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEventStream } from "./event-stream.ts";

async function readAll<E>(events: AsyncIterable<E>): Promise<E[]> {
  const read: E[] = [];
  for await (const event of events) read.push(event);
  return read;
}

describe("the event stream", () => {
  it("gives every consumer every event since it came, in order, and an end", async () => {
    const stream = createEventStream<number>({ capacity: 10 });
    const early = stream.subscribe();
    stream.emit(1);
    const late = stream.subscribe();
    stream.emit(2);
    stream.close();
    stream.emit(3);
    expect(await readAll(early)).toEqual([1, 2]);
    expect(await readAll(late)).toEqual([2]);
    expect(await readAll(stream.subscribe())).toEqual([]);
  });

  it("wakes a consumer that waits, each of several who ask at once", async () => {
    const stream = createEventStream<number>({ capacity: 1 });
    const consumer = stream.subscribe();
    const asked = [consumer.next(), consumer.next(), consumer.next()];
    stream.emit(1);
    stream.emit(2);
    stream.close();
    expect(await Promise.all(asked)).toEqual([
      { done: false, value: 1 },
      { done: false, value: 2 },
      { done: true, value: undefined },
    ]);
  });

  it("gives a slow consumer the number of events it missed, where it missed them, and goes on", async () => {
    const stream = createEventStream<number>({ capacity: 2 });
    const slow = stream.subscribe();
    const quick = stream.subscribe();
    const read: unknown[] = [];
    for (let event = 1; event <= 5; event += 1) {
      stream.emit(event);
      read.push((await quick.next()).value);
    }
    expect(read).toEqual([1, 2, 3, 4, 5]);
    expect(await slow.next()).toEqual({ done: false, value: { type: "gap", dropped: 3 } });
    stream.emit(6);
    expect(await slow.next()).toEqual({ done: false, value: { type: "gap", dropped: 1 } });
    stream.close();
    expect(await readAll(slow)).toEqual([5, 6]);
  });

  it("reports every event that it loses, whatever the pace", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.boolean(), { maxLength: 60 }),
        async (capacity, steps) => {
          const stream = createEventStream<number>({ capacity });
          const consumer = stream.subscribe();
          let emitted = 0;
          const read: Promise<IteratorResult<unknown>>[] = [];
          for (const emits of steps) {
            if (emits) stream.emit(emitted++);
            else read.push(consumer.next());
          }
          stream.close();
          const seen = [
            ...(await Promise.all(read)).filter(({ done }) => !done).map(({ value }) => value),
          ];
          seen.push(...(await readAll(consumer)));
          let next = 0;
          for (const event of seen) {
            if (typeof event === "number") expect(event).toBe(next++);
            else next += (event as { dropped: number }).dropped;
          }
          expect(next).toBe(emitted);
        },
      ),
    );
  });

  it("forgets a consumer that leaves, and lets those go that it had asked for", async () => {
    const stream = createEventStream<number>({ capacity: 2 });
    const consumer = stream.subscribe();
    stream.emit(1);
    for await (const event of consumer) {
      expect(event).toBe(1);
      break;
    }
    stream.emit(2);
    expect(await consumer.next()).toEqual({ done: true, value: undefined });
    const waiting = stream.subscribe();
    const asked = waiting.next();
    await waiting.return?.();
    expect(await asked).toEqual({ done: true, value: undefined });
  });
});
