/**
 * Makes one attempt at running the tool, waited for and stoppable. A tool that ignores its signal is left behind after
 * a short grace; its late answer is dropped.
 */
import type { ToolResult } from "@toolplane/contract";
import { resultOf, resultOfError, resultOfThrown } from "../../call/result-of.ts";
import type { Carried, StageOutcome } from "../../call/stage-outcome.ts";
import { stopResult } from "../../call/stop-result.ts";
import { createRuntime } from "../../runtime/create-runtime.ts";
import type { CancelReason } from "../../session/cancel-scope.ts";
import type { RunningCall } from "../../session/running-calls.ts";
import type { GoOn } from "../stage/stage.ts";
import type { ReadyCall } from "./ready-call.ts";

/** How long a stopped tool may take to come back with what it has. */
const GRACE_MS = 500;

export interface Attempt {
  readonly call: ReadyCall;
  readonly goOn: GoOn;
}

/** Turns an attempt's result into an outcome; `thrown` holds what the tool threw, if it did. */
export type Conclude = (
  attempt: Attempt,
  result: ToolResult,
  thrown: { readonly error: unknown } | null,
) => StageOutcome | Promise<StageOutcome>;

/** Runs the tool once and hands the result to `conclude`; a tool that is waited for carries the call to the end of the road. */
export function runOnce(
  call: ReadyCall,
  conclude: Conclude,
  goOn: GoOn,
): StageOutcome | Promise<StageOutcome> {
  const { tool, args } = call;
  let result: ToolResult;
  try {
    const returned: unknown = tool.entry.tool.execute(args as never, createRuntime(call, tool));
    if (isThenable(returned)) return watch(new Watch(call, conclude, goOn), returned);
    result = resultOf(call, returned);
  } catch (error) {
    return conclude({ call, goOn }, resultOfThrown(call, error), { error });
  }
  return conclude({ call, goOn }, result, null);
}

/**
 * A tool that is waited for. One object instead of a closure for each way in which the wait can end. A class, against our
 * habit: V8 may decide early that the objects of a literal live long and put them straight into the old heap, where each keeps
 * its whole call until the next full collection. In twelve runs of each, scavenging took 13 % of the time with a literal here
 * and 6 % with the class (medians); other literals of the road still do it in some runs.
 */
class Watch implements Carried, Attempt {
  readonly call: ReadyCall;
  readonly conclude: Conclude;
  readonly goOn: GoOn;
  /** The one promise of a call that waits. */
  readonly carries: Promise<ToolResult | null>;
  resolve: (settled: ToolResult | null | Promise<ToolResult | null>) => void = unresolved;
  over = false;
  disarm: (() => void) | null = null;

  constructor(call: ReadyCall, conclude: Conclude, goOn: GoOn) {
    this.call = call;
    this.conclude = conclude;
    this.goOn = goOn;
    this.carries = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }
}

function unresolved(): void {}

function watch(it: Watch, returned: PromiseLike<unknown>): Carried {
  it.call.waiter = it;
  it.call.interrupt = leaveBehind;
  try {
    returned.then(
      (value) => succeed(it, value),
      (error: unknown) => fail(it, error),
    );
  } catch (error) {
    fail(it, error);
  }
  return it;
}

/** Goes on without a tool that got its stop signal and has not come back in time. */
function leaveBehind(reason: CancelReason, { waiter }: RunningCall): void {
  const it = waiter as Watch;
  const { clock } = it.call.session.host;
  const goOn = (): void => end(it, stopResult(it.call, reason), null);
  try {
    it.disarm = clock.setTimer(GRACE_MS, goOn);
  } catch {
    // A clock that fails measures no grace.
    goOn();
  }
}

function succeed(it: Watch, value: unknown): void {
  if (it.over) return;
  let result: ToolResult;
  try {
    result = resultOf(it.call, value);
  } catch (error) {
    fail(it, error);
    return;
  }
  end(it, orStopped(it.call, result), null);
}

function fail(it: Watch, error: unknown): void {
  if (!it.over) end(it, orStopped(it.call, resultOfThrown(it.call, error)), { error });
}

/** Must not throw: no caller is above to catch it, and the call would wait for ever. */
function end(it: Watch, result: ToolResult, thrown: { readonly error: unknown } | null): void {
  const { call } = it;
  it.over = true;
  it.disarm?.();
  call.interrupt = null;
  call.waiter = null;
  let concluded: StageOutcome | Promise<StageOutcome>;
  try {
    concluded = it.conclude(it, result, thrown);
  } catch (error) {
    concluded = resultOfError(call, error);
  }
  it.resolve(it.goOn(call, concluded));
}

/** A stopped call says so whatever the tool made of it; what it had so far is kept for people. */
function orStopped(call: ReadyCall, result: ToolResult): ToolResult {
  if (!call.stopped) return result;
  const stopped = stopResult(call, call.stopped);
  return result.type === "output" ? { ...stopped, details: { partial: result.data } } : stopped;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
