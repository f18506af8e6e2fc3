/**
 * Writes a person's answer to a question that another process waits on. The answer is checked before it is written and sealed
 * with the state's key. It is written only if no other answer came first; the process that waits checks it again.
 */
import type { Answer, Question } from "@toolplane/contract";
import type { RecordKey, Store } from "@toolplane/contract/ports";
import { readAnswer } from "@toolplane/kernel";
import { readAnswerText, toAnswerText } from "./answer-text.ts";
import { keptRunOf } from "./kept-run-of.ts";
import { createSeals } from "./seals.ts";
import { readWaitingRow } from "./waiting-row.ts";
import { type StateOf, workerState } from "./worker-state.ts";

export type AnswerOutcome =
  /** `runId`: what goes on with it, where its process has ended; `isOfFleet`: a worker does so by itself. */
  | {
      readonly outcome: "given";
      readonly question: Question;
      readonly runId: string | null;
      readonly isOfFleet: boolean;
    }
  | { readonly outcome: "unknown" | "forged" }
  | { readonly outcome: "gone" | "not-an-answer"; readonly question: Question }
  | {
      readonly outcome: "answered";
      readonly question: Question;
      readonly choice: Answer["choice"];
      readonly by: string;
      readonly atMs: number;
    }
  | {
      readonly outcome: "withdrawn";
      readonly question: Question;
      readonly reason: string;
      readonly atMs: number;
    };

export interface AnswerWaitingOptions {
  readonly store: Pick<Store, "paused" | "runs" | "leases">;
  readonly key: RecordKey;
  readonly wallMs: () => number;
  /** Name of the one who answers, for people: `mira, process 4120`. */
  readonly by: string;
  /** Folder in which processes of other containers hold their marks. */
  readonly userData?: string | undefined;
  readonly stateOf?: StateOf;
}

/** Answers one question, once. `shown` is what the person saw; a row that says something else by now is not answered. */
export async function answerWaiting(
  id: string,
  answer: Answer,
  options: AnswerWaitingOptions,
): Promise<AnswerOutcome> {
  const { store, by, wallMs } = options;
  const before = await findOpen(id, options);
  if (before.outcome !== "open") return before;
  const { question, runId } = before;
  const clean = readAnswer(answer, question);
  if (clean === null) return { outcome: "not-an-answer", question };
  const seals = createSeals(options.key);
  const text = toAnswerText(question, { answer: clean, by, seals });
  if (await store.paused.resolve(id, text, wallMs())) {
    // The answer counts, also where this cannot be read.
    const isOfFleet = runId !== null && (await isRunOfFleet(runId, store));
    return { outcome: "given", question, runId, isOfFleet };
  }
  const after = await findOpen(id, options);
  return after.outcome === "open" ? { outcome: "unknown" } : after;
}

function isRunOfFleet(id: string, { runs }: Pick<Store, "runs">): Promise<boolean> {
  return runs.isOfFleet?.(id).catch(() => false) ?? Promise.resolve(false);
}

interface OpenQuestion {
  readonly outcome: "open";
  readonly question: Question;
  readonly runId: string | null;
}

/** The question if it can be answered now; else what became of it. */
export async function findOpen(
  id: string,
  options: Omit<AnswerWaitingOptions, "wallMs" | "by">,
): Promise<AnswerOutcome | OpenQuestion> {
  const seals = createSeals(options.key);
  const row = await options.store.paused.get(id);
  const read = row === null ? null : readWaitingRow(row, seals);
  if (row === null || read === null) return { outcome: "unknown" };
  if (!read.isGenuine) return { outcome: "forged" };
  const { question } = read;
  if (row.resolvedAtMs !== undefined) {
    const atMs = row.resolvedAtMs;
    const said = readAnswerText(row.answer ?? "", question, seals);
    if (said.kind === "forged") return { outcome: "forged" };
    if (said.kind === "withdrawn")
      return { outcome: "withdrawn", question, reason: said.reason, atMs };
    return { outcome: "answered", question, choice: said.answer.choice, by: said.by, atMs };
  }
  const stateOf = options.stateOf ?? workerState(options.store, options.userData);
  const isGone = (await stateOf(read.waiter)) === "gone";
  const runId = await keptRunOf(question, isGone, options.store);
  return isGone && runId === null
    ? { outcome: "gone", question }
    : { outcome: "open", question, runId };
}
