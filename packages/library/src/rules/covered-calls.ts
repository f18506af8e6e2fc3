/**
 * Counts the calls that *always* would have let through, had it been given a month ago: numbers instead of an adjective. The
 * record of this workspace is counted for a moment only; when that is not enough nothing is said.
 */

import type { Question, Resource } from "@toolplane/contract";
import type { CoveredCalls } from "@toolplane/contract/console";
import type { Store } from "@toolplane/contract/ports";
import { covers } from "@toolplane/kernel";
import type { RecordedCall } from "@toolplane/kernel/record";
import { loadCalls } from "./load-calls.ts";

export interface CoveredCallsOptions {
  readonly store: Pick<Store, "sessions" | "events" | "payloads">;
  readonly workspace: string | null;
  /** The question was answered, or nobody looks any more. */
  readonly signal?: AbortSignal;
  readonly budgetMs?: number;
}

const BUDGET_MS = 150;
const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Null when nothing can be kept, nothing is known, or it would take too long. */
export async function countCovered(
  question: Question,
  { store, workspace, signal, budgetMs = BUDGET_MS }: CoveredCallsOptions,
): Promise<CoveredCalls | null> {
  // What has a key is not in the record, so it cannot be counted.
  if (question.cover === null || question.byKey || workspace === null) return null;
  const untilMs = performance.now() + budgetMs;
  const isOver = (): boolean => signal?.aborted === true || performance.now() >= untilMs;
  const cover = question.cover.flatMap((key) => key.cover);
  const sinceMs = Date.now() - DAYS * DAY_MS;
  let all = 0;
  const through: RecordedCall[] = [];
  for await (const { calls } of loadCalls(store, { workspace, sinceMs, isOver })) {
    if (isOver()) return null;
    all += calls.length;
    through.push(...calls.filter((call) => isCovered(call, question, cover)));
  }
  if (all === 0) return null;
  const rejected = through.filter(({ answers }) =>
    answers.some(({ choice }) => choice === "reject"),
  );
  return { calls: all, days: DAYS, letThrough: through.length, rejected: rejected.length };
}

/** True for a call that had to ask, and about nothing but what the cover holds. */
function isCovered(
  { tool, origin, verdict, footprint }: RecordedCall,
  question: Question,
  cover: readonly Resource[],
): boolean {
  if (tool !== question.tool || origin !== question.origin) return false;
  if (verdict?.action !== "ask" || !footprint) return false;
  const asked = verdict.opinions.flatMap(({ action, resource }) =>
    action === "ask" ? [resource === undefined ? null : footprint.resources[resource]] : [],
  );
  // One that asked about the call as a whole is answered for all it touches.
  const about = asked.every((one) => one != null)
    ? (asked as readonly Resource[])
    : footprint.resources;
  return about.length > 0 && covers(cover, about);
}
