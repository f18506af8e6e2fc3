/**
 * Delivers events to consumers that may be slow. Each has a buffer of its own, of a stated size; when it is full the
 * oldest events go, and the consumer gets their number before the next one. The emitter never waits and never sees a
 * consumer's error.
 */

/** Takes the place of dropped events. */
interface StreamGap {
  readonly type: "gap";
  readonly dropped: number;
}

export interface EventStream<E> {
  /** Hands an event to every consumer; hand it to `session.on`. */
  readonly emit: (event: E) => void;
  /** Begins with the next event. Leaving the loop, or `return()`, unsubscribes. */
  subscribe(): AsyncIterableIterator<E | StreamGap>;
  /** Consumers read what they have and come to the end. */
  close(): void;
}

/** Makes a stream. `capacity` is how many events each consumer may be behind; at least one. */
export function createEventStream<E>(options: { readonly capacity: number }): EventStream<E> {
  const capacity = Math.max(1, Math.floor(options.capacity));
  const consumers = new Set<Consumer<E>>();
  let closed = false;
  return {
    emit(event) {
      for (const consumer of consumers) offer(consumer, event, capacity);
    },
    subscribe() {
      const consumer: Consumer<E> = { buffer: [], first: 0, dropped: 0, waiting: [], over: closed };
      if (!closed) consumers.add(consumer);
      const leave = (): void => {
        consumers.delete(consumer);
        consumer.buffer = [];
        consumer.dropped = 0;
        end(consumer);
      };
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        next: () => take(consumer),
        return: () => {
          leave();
          return Promise.resolve(END);
        },
      };
    },
    close() {
      closed = true;
      for (const consumer of consumers) end(consumer);
      consumers.clear();
    },
  };
}

interface Consumer<E> {
  /** Read from `first`, so that dropping and taking cost nothing. */
  buffer: E[];
  first: number;
  /** Dropped before the first event of the buffer. */
  dropped: number;
  readonly waiting: ((result: IteratorResult<E | StreamGap>) => void)[];
  over: boolean;
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };

function offer<E>(consumer: Consumer<E>, event: E, capacity: number): void {
  const waiting = consumer.waiting.shift();
  if (waiting) {
    waiting({ done: false, value: event });
    return;
  }
  consumer.buffer.push(event);
  if (consumer.buffer.length - consumer.first <= capacity) return;
  skipFirst(consumer);
  consumer.dropped += 1;
}

function take<E>(consumer: Consumer<E>): Promise<IteratorResult<E | StreamGap>> {
  const { dropped } = consumer;
  if (dropped > 0) {
    consumer.dropped = 0;
    return Promise.resolve({ done: false, value: { type: "gap", dropped } });
  }
  if (consumer.first < consumer.buffer.length) {
    return Promise.resolve({ done: false, value: skipFirst(consumer) });
  }
  if (consumer.over) return Promise.resolve(END);
  return new Promise((resolve) => void consumer.waiting.push(resolve));
}

/** Takes the oldest event; the space of those gone is given back when it is half of the buffer. */
function skipFirst<E>(consumer: Consumer<E>): E {
  const event = consumer.buffer[consumer.first] as E;
  consumer.buffer[consumer.first] = undefined as E;
  consumer.first += 1;
  if (consumer.first * 2 > consumer.buffer.length) {
    consumer.buffer = consumer.buffer.slice(consumer.first);
    consumer.first = 0;
  }
  return event;
}

function end<E>(consumer: Consumer<E>): void {
  consumer.over = true;
  for (const resolve of consumer.waiting.splice(0)) resolve(END);
}
