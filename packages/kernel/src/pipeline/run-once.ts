/**
 * One attempt at running the tool, waited for and stoppable. A tool that ignores its signal is left behind after a short
 * grace; its late answer reaches nobody.
 */
import type { JsonObject, ToolResult } from "@toolplane/contract";
import type { CallState, GoOn } from "../call/call-state.ts";
import { resultOf, resultOfError } from "../call/result-of.ts";
import { stopResult } from "../call/stop-result.ts";
import { createRuntime } from "../runtime/create-runtime.ts";
import type { CancelReason } from "../session/cancel-scope.ts";
import type { RunningCall } from "../session/running-calls.ts";
import type { SessionTool } from "../session/session-tool.ts";

/** How long a stopped tool may take to come back with what it has. */
const GRACE_MS = 500;

/** What is made of an attempt's result; `thrown` holds what the tool threw, if it did. */
export type Conclude = (
  call: CallState,
  result: ToolResult,
  thrown: { readonly error: unknown } | null,
) => ToolResult | Promise<ToolResult>;

/** Runs the tool once and hands the result to `conclude`, without a promise where the tool gave none. */
export function runOnce(
  call: CallState,
  tool: SessionTool,
  conclude: Conclude,
): ToolResult | Promise<ToolResult> {
  let result: ToolResult;
  try {
    const args = call.args as JsonObject as never;
    const returned: unknown = tool.entry.tool.execute(args, createRuntime(call, tool));
    if (isThenable(returned)) return watch(call, returned, conclude);
    result = resultOf(call, returned);
  } catch (error) {
    return conclude(call, resultOfError(call, error), { error });
  }
  return conclude(call, result, null);
}

/**
 * A tool that is waited for. One object instead of a closure for each way in which the wait can end. A class, against our
 * habit: V8 may decide early that the objects of a literal live long and put them straight into the old heap, where each keeps
 * its whole call until the next full collection. In twelve runs of each, scavenging took 13 % of the time with a literal here
 * and 6 % with the class (medians); other literals of the road still do it in some runs.
 */
class Watch {
  readonly call: CallState;
  readonly conclude: Conclude;
  readonly goOn: GoOn | null;
  readonly resolve: (settled: ToolResult | Promise<ToolResult>) => void;
  over = false;
  disarm: (() => void) | null = null;

  constructor(call: CallState, conclude: Conclude, resolve: Watch["resolve"]) {
    this.call = call;
    this.conclude = conclude;
    this.goOn = call.goOn;
    this.resolve = resolve;
    call.goOn = null;
  }
}

/** The one promise of a call that waits: where nobody between here and the walk waits too, it carries the walk to its end. */
function watch(
  call: CallState,
  returned: PromiseLike<unknown>,
  conclude: Conclude,
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const it = new Watch(call, conclude, resolve);
    call.waiter = it;
    call.interrupt = leaveBehind;
    try {
      returned.then(
        (value) => succeed(it, value),
        (error: unknown) => fail(it, error),
      );
    } catch (error) {
      fail(it, error);
    }
  });
}

/** The tool was told to stop; when it has not come back in time, the call goes on without it. */
function leaveBehind(reason: CancelReason, { waiter }: RunningCall): void {
  const it = waiter as Watch;
  const { clock } = it.call.session.host;
  it.disarm = clock.setTimer(GRACE_MS, () => end(it, stopResult(it.call, reason), null));
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
  if (!it.over) end(it, orStopped(it.call, resultOfError(it.call, error)), { error });
}

/** Must not throw: it runs where nobody would hear of it, and the caller would wait for ever. */
function end(it: Watch, result: ToolResult, thrown: { readonly error: unknown } | null): void {
  const { call, goOn } = it;
  it.over = true;
  it.disarm?.();
  call.interrupt = null;
  call.waiter = null;
  let concluded: ToolResult | Promise<ToolResult>;
  try {
    concluded = it.conclude(call, result, thrown);
  } catch (error) {
    concluded = resultOfError(call, error);
  }
  it.resolve(goOn ? (goOn(call, concluded) as Promise<ToolResult>) : concluded);
}

/** A stopped call says so whatever the tool made of it; what it had so far is kept for people. */
function orStopped(call: CallState, result: ToolResult): ToolResult {
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
