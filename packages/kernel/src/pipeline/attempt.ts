/**
 * One attempt after another at running the tool: only codes marked retryable, only tools that declare themselves repeatable,
 * never past a stop. A tool that ignores its signal is left behind after a short grace; its late answer reaches nobody.
 * However many attempts and waits there are, the caller waits on one promise.
 */
import { ERROR_CODES, type JsonObject, type ToolResult } from "@toolplane/contract";
import { emit } from "../session/session-state.ts";
import type { SessionTool } from "../session/session-tool.ts";
import type { CallRecord } from "./call-record.ts";
import { callStamp } from "./call-stamp.ts";
import { createRuntime } from "./create-runtime.ts";
import { resultOf, resultOfError } from "./result-of.ts";
import { stopResult } from "./stop-result.ts";

/** How long a stopped tool may take to come back with what it has. */
const GRACE_MS = 500;

type Resolve = (result: ToolResult) => void;

/** Runs the tool until it has a result that counts, and says that the call has ended. */
export function attempt(
  call: CallRecord,
  tool: SessionTool,
  args: JsonObject,
): ToolResult | Promise<ToolResult> {
  const returned = start(call, tool, args);
  if (returned.waits) return new Promise((resolve) => watch(call, tool, returned.value, resolve));
  const result = returned.value;
  if (!mayTryAgain(call, tool, result)) return ended(call, result);
  return new Promise((resolve) => tryLater(call, tool, resolve));
}

type Started =
  | { readonly waits: true; readonly value: PromiseLike<unknown> }
  | { readonly waits: false; readonly value: ToolResult };

function start(call: CallRecord, tool: SessionTool, args: JsonObject): Started {
  try {
    const returned: unknown = tool.entry.tool.execute(args as never, createRuntime(call, tool));
    if (isThenable(returned)) return { waits: true, value: returned };
    return { waits: false, value: resultOf(call, returned) };
  } catch (error) {
    return { waits: false, value: resultOfError(call, error) };
  }
}

/** Waits for the tool; once the call is stopped, for at most the grace. */
function watch(
  call: CallRecord,
  tool: SessionTool,
  returned: PromiseLike<unknown>,
  resolve: Resolve,
): void {
  let over = false;
  let disarm: (() => void) | null = null;
  const settleWith =
    (read: (value: unknown) => ToolResult) =>
    (value: unknown): void => {
      if (over) return;
      over = true;
      disarm?.();
      call.interrupt = null;
      const result = read(value);
      if (call.stopped) resolve(ended(call, stoppedWith(call, result, call.stopped)));
      else if (mayTryAgain(call, tool, result)) tryLater(call, tool, resolve);
      else resolve(ended(call, result));
    };
  call.interrupt = (reason) => {
    disarm = call.session.host.clock.setTimer(GRACE_MS, () => {
      over = true;
      resolve(ended(call, stopResult(call, reason)));
    });
  };
  returned.then(
    settleWith((value) => resultOf(call, value)),
    settleWith((error) => resultOfError(call, error)),
  );
}

function mayTryAgain(call: CallRecord, tool: SessionTool, result: ToolResult): boolean {
  if (result.type === "output" || !tool.entry.tool.repeatable) return false;
  if (call.attempt >= tool.entry.tool.limits.retry.attempts) return false;
  return ERROR_CODES[result.code].retryable && result.code !== "timeout";
}

function tryLater(call: CallRecord, tool: SessionTool, resolve: Resolve): void {
  const { backoffMs, factor, jitterMs } = tool.entry.tool.limits.retry;
  const waitMs = backoffMs * factor ** (call.attempt - 1) + jitterMs * call.session.ids.random();
  call.attempt += 1;
  const disarm = call.session.host.clock.setTimer(waitMs, () => {
    call.interrupt = null;
    const next = start(call, tool, call.args as JsonObject);
    if (next.waits) watch(call, tool, next.value, resolve);
    else if (mayTryAgain(call, tool, next.value)) tryLater(call, tool, resolve);
    else resolve(ended(call, next.value));
  });
  call.interrupt = (reason) => {
    disarm();
    resolve(ended(call, stopResult(call, reason)));
  };
}

/** A stopped call says so whatever the tool made of it; what it had so far is kept for people. */
function stoppedWith(
  call: CallRecord,
  result: ToolResult,
  reason: Parameters<typeof stopResult>[1],
): ToolResult {
  const stopped = stopResult(call, reason);
  return result.type === "output" ? { ...stopped, details: { partial: result.data } } : stopped;
}

function ended(call: CallRecord, result: ToolResult): ToolResult {
  if (call.session.listeners) {
    emit(call.session, { type: "call-end", ...callStamp(call), isError: result.type === "error" });
  }
  return result;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
