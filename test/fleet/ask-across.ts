/** A question that one machine asks and another answers. */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Answer, Question } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import {
  type AnswerOutcome,
  answerWaiting,
  createWaitingRoom,
  ownWaiter,
} from "@toolplane/library/rooms/approvals";

export const KEY: Uint8Array = new Uint8Array(32).fill(7);

export function newQuestion(): Question {
  return {
    id: randomUUID(),
    kind: "permission",
    sessionId: "ses_1",
    callId: "call_1",
    tool: "bash",
    origin: "bundled",
    title: "bash asks",
    lines: [],
    reasons: [],
    footprint: { resources: [] },
    arguments: {},
    cover: null,
  };
}

export interface Asked {
  readonly answer: Promise<Answer>;
  /** The question is in the store. */
  readonly there: Promise<void>;
  withdraw(): void;
}

export function ask(store: Store, question: Question): Asked {
  const call = new AbortController();
  const room = createWaitingRoom({
    store,
    key: KEY,
    clock: createSystemClock(),
    waiter: ownWaiter(store),
  });
  const answer = room.ask(question, call.signal);
  return { answer, there: whenThere(store, question), withdraw: () => call.abort() };
}

/** The runner's own waiting works only under it, and a measurement asks too. */
async function whenThere(store: Store, { id }: Question): Promise<void> {
  while ((await store.paused.get(id)) === null) await setImmediate();
}

export function answerOn(
  store: Store,
  { id }: Question,
  choice: "once" | "reject" = "once",
): Promise<AnswerOutcome> {
  return answerWaiting(id, { choice }, { store, key: KEY, wallMs: Date.now, by: "ada" });
}

/** What the first hears, and what the second is told. */
export async function askAcross(
  asks: Store,
  answers: Store,
): Promise<readonly [Answer, AnswerOutcome]> {
  const question = newQuestion();
  const { answer, there } = ask(asks, question);
  await there;
  const outcome = await answerOn(answers, question);
  return [await answer, outcome];
}
