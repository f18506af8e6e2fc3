/**
 * Walks a call down the stages. A plain loop that waits only when a stage returned a promise: a dozen `async` stages would
 * cost more than the call. Whatever a stage throws becomes a result here; a call never throws and never rejects.
 */
import { isToolError, type ToolResult } from "@toolplane/contract";
import type { CallState, ReplayFeed } from "../call/call-state.ts";
import { settle } from "../call/settle.ts";
import { EDITED, isCarried, type StageOutcome } from "../call/stage-outcome.ts";
import { stopResult } from "../call/stop-result.ts";
import type { CancelReason } from "../session/cancel-scope.ts";
import { stopCall } from "../session/running-calls.ts";
import type { Stage, Walked } from "./stage/stage.ts";
import { STAGES, VALIDATE_AT } from "./stage-order.ts";

/** Walks from stage `from` to the end, or to `until`. */
export function walk(call: CallState, from = 0, until: number = STAGES.length): Walked {
  call.until = until;
  for (let index = from; index < until; index += 1) {
    call.at = index;
    const stage = STAGES[index] as Stage;
    if (call.result === null) {
      const stopped = call.stopped ?? call.session.stopped ?? abortedBy(call);
      if (stopped) call.result = stopResult(call, stopped);
      else if (call.replay) enterAgain(call, call.replay, index);
      else call.stage = stage.name;
    }
    if (call.result !== null && !stage.always) continue;
    let outcome: StageOutcome | Promise<StageOutcome>;
    try {
      outcome = stage.run(call, goOn);
    } catch (error) {
      outcome = broken(call, stage, error);
    }
    if (outcome === undefined) continue;
    if (outcome === EDITED) index = startAgain(call) - 1;
    else if (outcome instanceof Promise) return waitFor(call, outcome);
    else if (isCarried(outcome)) return carry(call, outcome.carries);
    else call.result = outcome;
  }
  if (until === STAGES.length) call.result ??= settle(call, "internal", NO_RESULT);
  finish(call);
  return call.result;
}

/** The text for a call that passed every stage without a result. No stage does that; the caller still gets one. */
const NO_RESULT = "The call ended without a result.";

export function walkToEnd(call: CallState): ToolResult | Promise<ToolResult> {
  return walk(call) as ToolResult | Promise<ToolResult>;
}

/**
 * Stops a recorded call again where it was stopped: instead of the stage, or on the way to the next. A question without
 * an answer ends it inside `approve`.
 */
function enterAgain(call: CallState, { call: { stop } }: ReplayFeed, index: number): void {
  const name = (STAGES[index] as Stage).name;
  const passed = stop?.after === true && STAGES[index - 1]?.name === stop.stage;
  if (!passed) call.stage = name;
  const here = stop?.after === false && name === stop.stage && name !== "approve";
  if (stop && (passed || here)) call.result = settle(call, stop.code, stop.text);
}

/** Checks the caller's own signal. Once the call waits, a listener does it. */
function abortedBy(call: CallState): typeof CANCELLED | null {
  return call.options.signal?.aborted ? CANCELLED : null;
}

/** The stage walks on by itself, and its promise is the caller's. */
function carry(call: CallState, end: Promise<ToolResult | null>): Promise<ToolResult | null> {
  if (!call.listed && call.result === null) enlist(call);
  return end;
}

/** Goes on when the stage has answered, or when the call is stopped before it does. */
function waitFor(call: CallState, outcome: Promise<StageOutcome>): Promise<ToolResult | null> {
  const stage = STAGES[call.at] as Stage;
  return new Promise((resolve) => {
    let over = false;
    const end = (settled: StageOutcome): void => {
      if (over) return;
      over = true;
      if (call.interrupt === stop) call.interrupt = null;
      resolve(goOn(call, settled));
    };
    const stop = (reason: CancelReason): void => end(stopResult(call, reason));
    // A settled call is bounded and recorded to the end; only the way there can be stopped. Execute has its own grace.
    if (!stage.always && stage.name !== "execute") call.interrupt = stop;
    if (!call.listed && call.result === null) enlist(call);
    outcome.then(end, (error: unknown) => end(broken(call, stage, error)));
  });
}

function goOn(call: CallState, outcome: StageOutcome | Promise<StageOutcome>): Walked {
  if (outcome instanceof Promise) return waitFor(call, outcome);
  if (outcome === EDITED) return walk(call, startAgain(call), call.until);
  if (outcome !== undefined) {
    if (isCarried(outcome)) return outcome.carries;
    call.result = outcome;
  }
  return walk(call, call.at + 1, call.until);
}

/** The first wait starts the deadline and makes the call one that can be stopped; a call that never waits needs neither. */
function enlist(call: CallState): void {
  const { session, tool } = call;
  const { signal, timeoutMs } = call.options;
  const usualMs = tool?.entry.timeoutMs ?? Number.POSITIVE_INFINITY;
  const askedMs =
    timeoutMs === undefined ? usualMs : (tool?.entry.timeoutFor(timeoutMs) ?? timeoutMs);
  session.running.enter(call, askedMs);
  session.registry.hold(call.name);
  if (!signal) return;
  call.onAbort = () => stopCall(call, CANCELLED);
  signal.addEventListener("abort", call.onAbort, { once: true });
}

const CANCELLED = { kind: "cancelled", text: "Cancelled" } as const;

/** A stage that throws settles the call: nothing after it runs, and the model is not shown what broke. */
function broken(call: CallState, stage: Stage, error: unknown): ToolResult {
  if (call.result) {
    call.cause ??= error;
    // A result that could not be redacted and cut is not shown at all.
    return stage.name === "bound"
      ? settle(call, "internal", "The result could not be bounded.")
      : call.result;
  }
  if (isToolError(error)) {
    return settle(call, error.code, error.message, { detail: error.detail, cause: error });
  }
  return settle(
    call,
    "internal",
    `The call broke at ${stage.name}; nothing was run after that. The operator finds the cause in the record.`,
    { cause: error },
  );
}

function startAgain(call: CallState): number {
  call.args = null;
  call.maskedArgs = null;
  call.footprint = null;
  call.maskedFootprint = null;
  call.shared = null;
  call.verdict = null;
  call.judged = null;
  return VALIDATE_AT;
}

function finish(call: CallState): void {
  if (call.listed) {
    call.session.running.leave(call);
    call.session.registry.release(call.name);
  }
  if (call.onAbort) call.options.signal?.removeEventListener("abort", call.onAbort);
}
