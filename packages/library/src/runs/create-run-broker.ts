/**
 * Chooses who is asked by a run that is kept. An answer to the very question that its call asked before is taken, from any person
 * and any time: it lies in the store under our seal. Otherwise the broker of this process is asked. Without one, the question
 * stays in the store and the call is given up until it is answered.
 */
import { type Answer, type Question, ToolError } from "@toolplane/contract";
import type { Broker, Clock, RecordKey, Store } from "@toolplane/contract/ports";
import { digestOf } from "@toolplane/kernel";
import { readAnswerText, toWithdrawnText } from "../approvals/answer-text.ts";
import { createSeals, type Seals } from "../approvals/seals.ts";
import type { Waiter } from "../approvals/waiter.ts";
import { readWaitingRow, toWaitingRow } from "../approvals/waiting-row.ts";

export interface RunBrokerOptions {
  readonly store: Pick<Store, "paused">;
  /** The key of the state: an answer counts only under its seal. */
  readonly key: RecordKey;
  readonly clock: Pick<Clock, "wallMs">;
  readonly waiter: Waiter;
  /** The broker of this process; null: none, and the run is suspended. */
  readonly here: Broker | null;
}

/** Questions of one session that are looked through. */
const MOST_EARLIER = 1_000;

export function createRunBroker(options: RunBrokerOptions): Broker {
  const ground: Ground = { ...options, seals: createSeals(options.key), used: new Set() };
  return {
    async ask(question, signal, passOn, suspend) {
      const { answer, open } = await findEarlier(question, ground);
      if (answer !== null) return answer;
      if (options.here) {
        for (const one of open) await withdraw(one, ground, "It is asked where the run goes on.");
        return options.here.ask(question, signal, passOn);
      }
      // A question that only the program in front of us can answer waits for no other.
      if (!suspend || question.requests)
        throw new ToolError("permission_denied", "Nobody is here who could be asked.");
      const same = open.find((one) => shownDigest(one) === shownDigest(question));
      for (const one of open)
        if (one !== same) await withdraw(one, ground, "It was asked anew: something has changed.");
      if (same) throw suspend(same.id);
      const createdAtMs = options.clock.wallMs();
      await options.store.paused.put(toWaitingRow(question, { ...ground, createdAtMs }));
      throw suspend();
    },
  };
}

interface Ground extends RunBrokerOptions {
  readonly seals: Seals;
  /** An answer is for one question. */
  readonly used: Set<string>;
}

interface Earlier {
  readonly answer: Answer | null;
  /** Unanswered questions of the same call. */
  readonly open: readonly Question[];
}

/** Newest first, so that the last word counts. */
async function findEarlier(question: Question, ground: Ground): Promise<Earlier> {
  const { store, seals, used } = ground;
  const rows = await store.paused.list(question.sessionId, { limit: MOST_EARLIER });
  const open: Question[] = [];
  for (const row of rows) {
    const read = readWaitingRow(row, seals);
    if (!read?.isGenuine || read.question.callId !== question.callId) continue;
    if (row.resolvedAtMs === undefined) {
      open.push(read.question);
      continue;
    }
    // Anything else than what was shown then is another question, and what was answered says nothing about it.
    if (used.has(row.id) || shownDigest(read.question) !== shownDigest(question)) continue;
    const said = readAnswerText(row.answer ?? "", read.question, seals);
    if (said.kind !== "answer") continue;
    used.add(row.id);
    return { answer: said.answer, open: [] };
  }
  return { answer: null, open };
}

/**
 * Every asking has an id of its own, and a rule may lie elsewhere on the machine where the run goes on, or a line further down since
 * somebody edited its file. What is asked is everything else.
 */
function shownDigest({ id: _, allowed: __, reasons, ...shown }: Question): string {
  const why = reasons.map(({ rule, reason, considered: ___, ...one }) =>
    rule === undefined ? { ...one, reason } : { ...one, rule: rule.rule },
  );
  return digestOf({ ...shown, reasons: why });
}

async function withdraw(question: Question, ground: Ground, why: string): Promise<void> {
  const { store, seals, clock } = ground;
  await store.paused.resolve(question.id, toWithdrawnText(question, why, seals), clock.wallMs());
}
