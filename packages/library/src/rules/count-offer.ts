/**
 * Counts the past calls of this project that an offered rule would have answered, while a person reads the card: the newest
 * first, bounded in time and in calls, and given up when the question is answered. What was not looked at is said.
 */
import type { OfferReach, Question } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { createOfferTest } from "@toolplane/kernel";
import { loadCalls } from "./load-calls.ts";

export interface CountOfferOptions {
  readonly store: Pick<Store, "sessions" | "events" | "payloads">;
  readonly workspace: string | null;
  /** The question was answered, or nobody looks any more. */
  readonly signal: AbortSignal;
  readonly budgetMs?: number;
  readonly mostCalls?: number;
}

const BUDGET_MS = 2_000;
const MOST_CALLS = 10_000;

/** Null where nothing is offered, and where it was given up. */
export async function countOffer(
  { offer }: Pick<Question, "offer">,
  { store, workspace, signal, budgetMs = BUDGET_MS, mostCalls = MOST_CALLS }: CountOfferOptions,
): Promise<OfferReach | null> {
  if (offer === undefined || workspace === null) return null;
  const isCovered = createOfferTest(offer, { workspace: [workspace] });
  const untilMs = performance.now() + budgetMs;
  const isOver = (): boolean => signal.aborted || performance.now() >= untilMs;
  const counts = { calls: 0, covered: 0, refused: 0 };
  let isWhole = true;
  for await (const { calls } of loadCalls(store, { workspace, isNewestFirst: true, isOver })) {
    if (signal.aborted) return null;
    isWhole = !isOver() && counts.calls + calls.length <= mostCalls;
    for (const call of calls.toReversed().slice(0, mostCalls - counts.calls)) {
      counts.calls += 1;
      if (!isCovered(call)) continue;
      counts.covered += 1;
      if (call.answers.some(({ choice }) => choice === "reject")) counts.refused += 1;
    }
    if (!isWhole) break;
  }
  return signal.aborted ? null : { ...counts, isWhole };
}
