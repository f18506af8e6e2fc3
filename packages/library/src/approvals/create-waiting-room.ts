/**
 * A broker that asks through the store: the question lies there, another process answers it, and this one waits. The wait is a
 * read by key, every 100 ms at first and every second later; an answer given in this process wakes it at once. A store that hears
 * of answers wakes it too, and then a read every 15 s is for what was missed.
 *
 * The waiter decides what counts: only an answer under our seal, bound to the very question it asked. Anything else in the row is
 * a refusal, because the row cannot be asked again. A wait that ends without an answer withdraws its question.
 */
import { type Answer, type Question, ToolError } from "@toolplane/contract";
import type { Broker, Clock, RecordKey, Store } from "@toolplane/contract/ports";
import { type AnswerBell, createAnswerBell } from "./answer-bell.ts";
import { readAnswerText, toWithdrawnText } from "./answer-text.ts";
import { isAnsweredElsewhere } from "./create-first-answer.ts";
import { createLeaseKeeper } from "./create-lease-keeper.ts";
import { createSeals, type Seals } from "./seals.ts";
import type { Waiter } from "./waiter.ts";
import { toWaitingRow } from "./waiting-row.ts";

export interface WaitingRoomOptions {
  readonly store: Pick<Store, "paused" | "hearing" | "leases">;
  /** The key of the state: without it no answer can be written. */
  readonly key: RecordKey;
  readonly clock: Clock;
  /** The process that waits here. */
  readonly waiter: Waiter;
  /** More questions than this at once are refused; 100 unless given. */
  readonly maxWaiting?: number;
  /** Keeps the process alive while a question waits; the returned function lets go. Timers of the clock do not. */
  readonly hold?: () => () => void;
}

/** A broker whose questions others answer. */
export interface WaitingRoom extends Broker {
  /** Looks for answers at once. For code in this process that writes one. */
  wake(): void;
  /** Number of questions that wait here. */
  waiting(): number;
}

const MAX_WAITING = 100;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

export function createWaitingRoom(options: WaitingRoomOptions): WaitingRoom {
  const seals = createSeals(options.key);
  const lease = createLeaseKeeper(options.store, options.clock);
  const bells = new Set<AnswerBell>();
  const { maxWaiting = MAX_WAITING } = options;
  let waiting = 0;
  return {
    async ask(question, signal) {
      if (signal.aborted) throw cancelled();
      if (waiting >= maxWaiting)
        throw new ToolError("unavailable", `${maxWaiting} questions are waiting already.`);
      waiting += 1;
      const letGo = options.hold?.();
      const bell = createAnswerBell(question.id, options);
      bells.add(bell);
      signal.addEventListener("abort", bell.ring);
      try {
        const endLease = await lease.hold();
        try {
          return await waitFor(question, { ...options, seals, signal, bell });
        } finally {
          endLease();
        }
      } finally {
        signal.removeEventListener("abort", bell.ring);
        bells.delete(bell);
        bell.close();
        waiting -= 1;
        letGo?.();
      }
    },
    wake() {
      for (const bell of bells) bell.ring();
    },
    waiting: () => waiting,
  };
}

interface Wait extends WaitingRoomOptions {
  readonly seals: Seals;
  readonly signal: AbortSignal;
  readonly bell: AnswerBell;
}

async function waitFor(question: Question, wait: Wait): Promise<Answer> {
  const { store, clock, signal, seals } = wait;
  await store.paused.put(toWaitingRow(question, { ...wait, createdAtMs: clock.wallMs() }));
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const row = await store.paused.get(question.id);
    if (row === null) throw refused("its question is gone from the store");
    if (row.resolvedAtMs !== undefined) {
      const read = readAnswerText(row.answer ?? "", question, seals);
      if (read.kind === "answer") return read.answer;
      throw refused(
        read.kind === "withdrawn" ? read.reason : "the answer in the store is not one of ours",
      );
    }
    await wait.bell.rest(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.25);
  }
  await withdraw(question, wait);
  throw cancelled();
}

/** Withdraws the question. The store reports an answer that came in the same moment; the call is over all the same. */
async function withdraw(question: Question, wait: Wait): Promise<void> {
  const { store, clock, seals, signal } = wait;
  const why = isAnsweredElsewhere(signal.reason)
    ? "It was answered where it was asked."
    : "The call ended before it was answered.";
  const text = toWithdrawnText(question, why, seals);
  await store.paused.resolve(question.id, text, clock.wallMs());
}

function cancelled(): ToolError {
  return new ToolError("cancelled", "Cancelled");
}

function refused(why: string): ToolError {
  return new ToolError("permission_denied", `The question was not answered: ${why}`);
}
