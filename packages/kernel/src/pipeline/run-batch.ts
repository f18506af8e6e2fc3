/**
 * The calls of one model response. Every call is resolved, validated, judged and asked about in call order, so that
 * questions never interleave and an *always* given for one serves the next; then they run by the session's strategy, and
 * results come back in call order. Steering is asked for between calls; what has not begun then is skipped, and answered. Where a
 * call was given up because it waits for a person, what has not begun is given up with it: they are made again in their order.
 */
import { type Json, suspension, type ToolResult } from "@toolplane/contract";
import { callStamp } from "../call/call-stamp.ts";
import type { CallState } from "../call/call-state.ts";
import { settle } from "../call/settle.ts";
import { emit, type SessionState } from "../session/session-state.ts";
import type { Walked } from "./stage/stage.ts";
import { BEFORE_AT, BOUND_AT } from "./stage-order.ts";
import { walk } from "./walk.ts";

export interface BatchOutcome {
  /** One for each call, in call order. */
  readonly results: readonly ToolResult[];
  /** The messages that steering brought; empty when it brought none. */
  readonly steering: readonly Json[];
}

/** The text of a call that steering skipped. */
export const STEERED_AWAY = "Skipped due to queued user message.";

/** Never rejects. */
export async function runBatch(
  session: SessionState,
  calls: readonly CallState[],
): Promise<BatchOutcome> {
  for (const call of calls) {
    // Most calls are judged without waiting; a turn of the microtask queue for each would cost more than judging it.
    const judged = walk(call, 0, BEFORE_AT);
    if (judged instanceof Promise) await judged;
    call.session.running.pause(call);
  }
  const size = batchSize(session, calls.length);
  let steering: readonly Json[] = [];
  let next = 0;
  while (next < calls.length && steering.length === 0 && waitsFor(calls) === null) {
    await Promise.all(calls.slice(next, next + size).map(resume));
    next += size;
    steering = await poll(session);
  }
  const questionId = steering.length > 0 ? null : waitsFor(calls);
  const leave = (call: CallState) => (questionId === null ? skip(call) : giveUp(call, questionId));
  await Promise.all(calls.slice(next).map(leave));
  return { results: calls.map(({ result }) => result as ToolResult), steering };
}

/** The first question that one of them was given up for, or that its changes wait for. */
function waitsFor(calls: readonly CallState[]): string | null {
  for (const { suspended, awaits } of calls) {
    const questionId = suspended ?? awaits;
    if (questionId !== null) return questionId;
  }
  return null;
}

/**
 * Gives up a call that waits for `questionId`. A refused call keeps its answer, and a call with a question of its own
 * waits for that one.
 */
async function giveUp(call: CallState, questionId: string): Promise<void> {
  if (call.result === null) {
    call.suspended = questionId;
    call.result = settle(call, "cancelled", suspension(questionId).message);
  }
  await walk(call, BOUND_AT);
}

function batchSize({ strategy }: SessionState, count: number): number {
  if (strategy === "parallel") return Math.max(1, count);
  return strategy === "sequential" ? 1 : Math.max(1, Math.floor(strategy.batched));
}

/** Goes on from where judging left off; the time spent on the others' questions does not count. */
function resume(call: CallState): Walked {
  call.session.running.resume(call);
  return walk(call, BEFORE_AT);
}

/** A source of steering that breaks has nothing to say. */
async function poll({ steering }: SessionState): Promise<readonly Json[]> {
  try {
    return (await steering?.()) ?? [];
  } catch {
    return [];
  }
}

/** Skips a call, with its start and end as events. A call that was refused already keeps its own answer. */
async function skip(call: CallState): Promise<void> {
  if (call.result === null) {
    emit(call.session, {
      type: "call-start",
      ...callStamp(call),
      arguments: null,
      attempt: call.attempt,
    });
    call.result = settle(call, "skipped", STEERED_AWAY);
    emit(call.session, { type: "call-end", ...callStamp(call), isError: true });
  }
  await walk(call, BOUND_AT);
}
