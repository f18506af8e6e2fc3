/**
 * Stage 9: the call runs. Write-ahead intent first where it is due, then attempts: only codes marked retryable, only tools that
 * declare themselves repeatable, never past a cancel or a deadline. A tool that ignores its signal is left behind after a
 * short grace; its late answer reaches nobody.
 */
import { ERROR_CODES, type JsonObject, type ToolResult } from "@toolplane/contract";
import { isReadOnly } from "../footprint/is-read-only.ts";
import { emit } from "../session/session-state.ts";
import type { SessionTool } from "../session/session-tool.ts";
import type { CallRecord } from "./call-record.ts";
import { callStamp } from "./call-stamp.ts";
import { createRuntime } from "./create-runtime.ts";
import { resultOf, resultOfError } from "./result-of.ts";
import { type StageOutcome, settle } from "./stage.ts";
import { stopResult } from "./stop-result.ts";

/** How long a cancelled tool may take to come back with what it has. */
const GRACE_MS = 500;

/** Runs the tool. */
export function execute(call: CallRecord): StageOutcome | Promise<StageOutcome> {
  const { tool, args } = call;
  if (!tool || !args) return settle(call, "internal", "The call was not validated.");
  const intent = writeIntent(call, tool);
  if (intent) return intent.then(() => run(call, tool, args));
  return run(call, tool, args);
}

function writeIntent(call: CallRecord, tool: SessionTool): undefined | Promise<void> {
  const { session, footprint, args } = call;
  if (!session.recorder || !footprint || !args) return undefined;
  const toolReads = tool.entry.tool.mode === "read" && tool.entry.postureTrusted;
  if (isReadOnly(footprint, { toolReads })) return undefined;
  call.intended = true;
  return session.recorder.intent({
    sessionId: session.manifest.sessionId,
    callId: call.id,
    tool: call.name,
    origin: tool.entry.origin,
    arguments: session.redactor.value(args),
    footprint: session.redactor.value(footprint),
    atMs: session.host.clock.wallMs(),
  });
}

function run(
  call: CallRecord,
  tool: SessionTool,
  args: JsonObject,
): ToolResult | Promise<ToolResult> {
  const stopped = call.stopped ?? call.session.stopped;
  if (stopped) return stopResult(call, stopped);
  call.executed = true;
  if (call.session.listeners) {
    emit(call.session, {
      type: "call-start",
      ...callStamp(call),
      arguments: call.session.redactor.value(args),
      attempt: call.attempt,
    });
  }
  const result = attempt(call, tool, args);
  if (result instanceof Promise) return result.then((settled) => ended(call, settled));
  return ended(call, result);
}

function ended(call: CallRecord, result: ToolResult): ToolResult {
  if (call.session.listeners) {
    emit(call.session, { type: "call-end", ...callStamp(call), isError: result.type === "error" });
  }
  return result;
}

function attempt(
  call: CallRecord,
  tool: SessionTool,
  args: JsonObject,
): ToolResult | Promise<ToolResult> {
  let returned: unknown;
  try {
    returned = tool.entry.tool.execute(args as never, createRuntime(call, tool));
  } catch (error) {
    return again(call, tool, resultOfError(call, error));
  }
  if (!isThenable(returned)) {
    const result = resultOf(call, returned);
    return result.type === "error" ? again(call, tool, result) : result;
  }
  return untilStopped(call, returned).then((result) => again(call, tool, result));
}

/** Waits for the tool; once stopped, for at most the grace. */
function untilStopped(call: CallRecord, returned: PromiseLike<unknown>): Promise<ToolResult> {
  return new Promise((resolve) => {
    let disarm: (() => void) | null = null;
    call.interrupt = (reason) => {
      disarm = call.session.host.clock.setTimer(GRACE_MS, () => resolve(stopResult(call, reason)));
    };
    const settleWith = (result: ToolResult): void => {
      call.interrupt = null;
      disarm?.();
      resolve(call.stopped ? stoppedWith(call, result, call.stopped) : result);
    };
    returned.then(
      (value) => settleWith(resultOf(call, value)),
      (error: unknown) => settleWith(resultOfError(call, error)),
    );
  });
}

/** A cancelled call says so whatever the tool made of it; what it had so far is kept for people. */
function stoppedWith(
  call: CallRecord,
  result: ToolResult,
  reason: Parameters<typeof stopResult>[1],
): ToolResult {
  const stopped = stopResult(call, reason);
  return result.type === "output" ? { ...stopped, details: { partial: result.data } } : stopped;
}

function again(
  call: CallRecord,
  tool: SessionTool,
  result: ToolResult,
): ToolResult | Promise<ToolResult> {
  const { repeatable, limits } = tool.entry.tool;
  if (result.type === "output" || !repeatable || call.attempt >= limits.retry.attempts)
    return result;
  if (!ERROR_CODES[result.code].retryable || result.code === "timeout") return result;
  const { backoffMs, factor, jitterMs } = limits.retry;
  const waitMs = backoffMs * factor ** (call.attempt - 1) + jitterMs * call.session.ids.random();
  call.attempt += 1;
  return new Promise((resolve) => {
    const disarm = call.session.host.clock.setTimer(waitMs, () => {
      call.interrupt = null;
      resolve(attempt(call, tool, call.args as JsonObject));
    });
    call.interrupt = (reason) => {
      disarm();
      resolve(stopResult(call, reason));
    };
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
