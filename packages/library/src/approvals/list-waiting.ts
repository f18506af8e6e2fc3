/** Lists the questions that wait for a person, over all processes on this state. */
import type { Question } from "@toolplane/contract";
import type { RecordKey, Store } from "@toolplane/contract/ports";
import { toWithdrawnText } from "./answer-text.ts";
import { keptRunOf } from "./kept-run-of.ts";
import { createSeals } from "./seals.ts";
import type { Waiter, WaiterState } from "./waiter.ts";
import { readWaitingRow } from "./waiting-row.ts";
import { type StateOf, workerState } from "./worker-state.ts";

/** One unanswered question. All but `gone` and `forged` can be answered. */
export interface WaitingQuestion {
  readonly question: Question;
  readonly waiter: Waiter;
  /**
   * `gone`: the process that asked ended without taking it back. `kept`: it ended, and its run goes on with the answer. `forged`: the
   * row was not written by toolplane.
   */
  readonly state: WaiterState | "kept" | "forged";
  /** The run that goes on with the answer, where one does. */
  readonly runId: string | null;
  readonly sinceMs: number;
}

export interface AnswerableQuestion extends WaitingQuestion {
  readonly state: "waiting" | "elsewhere" | "kept";
}

export interface ListWaitingOptions {
  readonly store: Pick<Store, "paused" | "runs" | "leases">;
  readonly key: RecordKey;
  /** At most this many rows are read. */
  readonly limit: number;
  /** Folder in which processes of other containers hold their marks. */
  readonly userData?: string | undefined;
  readonly stateOf?: StateOf;
}

/** Oldest first. */
export async function listWaiting(
  options: ListWaitingOptions,
): Promise<readonly WaitingQuestion[]> {
  const seals = createSeals(options.key);
  const stateOf = options.stateOf ?? workerState(options.store, options.userData);
  const rows = await options.store.paused.open({ limit: options.limit });
  const waiting: WaitingQuestion[] = [];
  for (const row of rows) {
    const read = readWaitingRow(row, seals);
    if (read === null) continue;
    const { question, waiter, isGenuine } = read;
    const state = isGenuine ? await stateOf(waiter) : "forged";
    const runId = isGenuine ? await keptRunOf(question, state === "gone", options.store) : null;
    const known = { question, waiter, sinceMs: row.createdAtMs, runId };
    waiting.push({ ...known, state: runId === null ? state : "kept" });
  }
  return waiting;
}

/** A process that is there hears the answer, and so does a run that is kept. */
export function canAnswer(one: WaitingQuestion): one is AnswerableQuestion {
  const { state } = one;
  return state === "waiting" || state === "elsewhere" || state === "kept";
}

/** Takes back, for processes that no longer can, what has waited longer than a day. Returns how many. */
export async function withdrawGone(
  options: Omit<ListWaitingOptions, "limit"> & { readonly nowMs: number },
): Promise<number> {
  const seals = createSeals(options.key);
  let count = 0;
  for (const { question, state, sinceMs } of await listWaiting({ ...options, limit: SWEPT })) {
    if (state !== "gone" || options.nowMs - sinceMs < DAY_MS) continue;
    const text = toWithdrawnText(question, "The process that asked ended.", seals);
    if (await options.store.paused.resolve(question.id, text, options.nowMs)) count += 1;
  }
  return count;
}

const DAY_MS = 86_400_000;
const SWEPT = 1_000;
