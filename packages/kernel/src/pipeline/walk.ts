/**
 * Walks a call down the stages. A plain loop that awaits only when a stage returned a promise: twelve `async` stages would
 * cost more than the call. Whatever a stage throws becomes a result here; a call never throws and never rejects.
 */
import { isToolError, type ToolResult } from "@toolplane/contract";
import type { CallRecord } from "./call-record.ts";
import { callScope } from "./call-scope.ts";
import { AGAIN, type Stage, type StageOutcome, settle } from "./stage.ts";
import { STAGES, VALIDATE_AT } from "./stages.ts";
import { stopResult } from "./stop-result.ts";

/** Walks from stage `from` to the end, or to `until`, and gives the result; null when `until` came first. */
export function walk(
  call: CallRecord,
  from = 0,
  until: number = STAGES.length,
): ToolResult | null | Promise<ToolResult | null> {
  for (let index = from; index < until; index += 1) {
    const stage = STAGES[index] as Stage;
    if (call.result === null) {
      const stopped = stoppedBy(call);
      if (stopped) call.result = stopped;
      else call.stage = stage.name;
    }
    if (call.result !== null && !stage.always) continue;
    let outcome: StageOutcome | Promise<StageOutcome>;
    try {
      outcome = stage.run(call);
    } catch (error) {
      outcome = broken(call, stage, error);
    }
    if (outcome instanceof Promise) return wait(call, { stage, index, until, outcome });
    if (outcome === AGAIN) index = startAgain(call) - 1;
    else if (outcome !== undefined) call.result = outcome;
  }
  finish(call);
  return call.result;
}

interface Waiting {
  readonly stage: Stage;
  readonly index: number;
  readonly until: number;
  readonly outcome: Promise<StageOutcome>;
}

async function wait(call: CallRecord, waiting: Waiting): Promise<ToolResult | null> {
  const { stage, index, until } = waiting;
  startDeadline(call);
  let outcome: StageOutcome;
  try {
    // A settled call is bounded and recorded to the end; only the way there can be cancelled. Execute has its own grace.
    const bare = stage.always || stage.name === "execute";
    outcome = await (bare ? waiting.outcome : untilCancelled(call, waiting.outcome));
  } catch (error) {
    outcome = broken(call, stage, error);
  }
  if (outcome === AGAIN) return walk(call, startAgain(call), until);
  if (outcome !== undefined) call.result = outcome;
  return walk(call, index + 1, until);
}

/** The first wait starts the deadline: a call that never waits needs none. Waiting for a person does not count. */
function startDeadline(call: CallRecord): void {
  if (call.deadline || call.result) return;
  const configured = call.tool?.entry.timeoutMs;
  if (configured === undefined) return;
  const timeoutMs = Math.min(configured, call.options.timeoutMs ?? Number.POSITIVE_INFINITY);
  const scope = callScope(call);
  call.deadline = call.session.deadlines.add({
    dueMs: call.startedMs + timeoutMs,
    expire: () =>
      scope.cancel({
        kind: "timeout",
        text: `The call did not finish within ${timeoutMs} ms and was stopped.`,
      }),
  });
  if (call.stage === "approve") call.deadline.pause();
}

function untilCancelled(call: CallRecord, outcome: Promise<StageOutcome>): Promise<StageOutcome> {
  return new Promise((resolve, reject) => {
    const stop = callScope(call).onCancel((reason) => resolve(stopResult(call, reason)));
    outcome.then(
      (value) => {
        stop();
        resolve(value);
      },
      (error: unknown) => {
        stop();
        reject(error);
      },
    );
  });
}

function stoppedBy(call: CallRecord): ToolResult | null {
  const reason = call.scope?.reason ?? call.session.scope.reason;
  if (reason) return stopResult(call, reason);
  return call.options.signal?.aborted
    ? stopResult(call, { kind: "cancelled", text: "Cancelled" })
    : null;
}

/** A stage that throws settles the call: nothing after it runs, and the model is not shown what broke. */
function broken(call: CallRecord, stage: Stage, error: unknown): ToolResult {
  if (call.result) {
    call.cause ??= error;
    // What could not be redacted and cut is not shown at all.
    return stage.name === "bound"
      ? settle(call, "internal", "The result could not be bounded.")
      : call.result;
  }
  if (isToolError(error))
    return settle(call, error.code, error.message, { detail: error.detail, cause: error });
  return settle(
    call,
    "internal",
    `The call broke at ${stage.name}; nothing was run after that. The operator finds the cause in the record.`,
    {
      cause: error,
    },
  );
}

function startAgain(call: CallRecord): number {
  call.args = null;
  call.footprint = null;
  call.verdict = null;
  return VALIDATE_AT;
}

function finish(call: CallRecord): void {
  call.deadline?.clear();
  call.scope?.release();
}
