/**
 * Makes one attempt after another: only on codes marked retryable, only for tools that declare themselves repeatable,
 * never past a stop. A profile may set other rules (three tries). Hooks see each attempt. Without hooks and without a
 * retry nothing here waits for anything but the tool.
 */
import { ERROR_CODES, type ErrorResult, type ToolResult } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";
import { maskedName } from "../../call/masked.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { stopResult } from "../../call/stop-result.ts";
import type { HookContext } from "../../hooks/call-hooks.ts";
import { tellHooks } from "../../hooks/tell-hooks.ts";
import { emit } from "../../session/session-state.ts";
import { charge } from "../gates/budget.ts";
import type { GoOn } from "../stage/stage.ts";
import type { ReadyCall } from "./ready-call.ts";
import { type Attempt, type Conclude, runOnce } from "./run-once.ts";

/** Runs the tool until it has a result that counts, and says that the call has ended. */
export function attempt(call: ReadyCall, goOn: GoOn): StageOutcome | Promise<StageOutcome> {
  const { hooks } = call.session;
  if (hooks.length === 0) return runOnce(call, concludePlain, goOn);
  const waiting = tellHooks(hooks, (hook) => hook.beforeAttempt?.(hookContext(call)));
  return waiting
    ? waiting.then(() => runOnce(call, concludeWithHooks, goOn))
    : runOnce(call, concludeWithHooks, goOn);
}

/** The facts about the call that the hooks of an attempt get. */
export function hookContext(
  call: CallView<{ reads: "id" | "name" | "args" | "attempt"; session: "manifest" }>,
): HookContext {
  const { sessionId, role, workspace } = call.session.manifest;
  const { id, name, args, attempt: number } = call;
  return { tool: name, callId: id, sessionId, role, workspace, parameters: args, attempt: number };
}

function concludePlain(
  { call, goOn }: Attempt,
  result: ToolResult,
): StageOutcome | Promise<StageOutcome> {
  return retryLater(call, result, goOn) ?? ended(call, result);
}

async function concludeWithHooks(
  ...[{ call, goOn }, result, thrown]: Parameters<Conclude>
): Promise<StageOutcome> {
  const { hooks, host } = call.session;
  const context = hookContext(call);
  if (thrown && result.type === "error" && result.code !== "not_found") {
    const { code } = result;
    await tellHooks(hooks, (hook) => hook.onError?.(context, { error: thrown.error, code }));
  }
  const later = retryLater(call, result, goOn);
  if (later) return later;
  if (result.type === "output") {
    const durationMs = host.clock.nowMs() - call.startedMs;
    await tellHooks(hooks, (hook) => hook.afterSuccess?.(context, { result, durationMs }));
  }
  return ended(call, result);
}

/** Makes another attempt after a wait, or returns null when this result is final. */
function retryLater(call: ReadyCall, result: ToolResult, goOn: GoOn): Promise<StageOutcome> | null {
  if (result.type === "output" || call.stopped) return null;
  const waitMs = retryDelay(call, result);
  if (waitMs === null) return null;
  call.attempt += 1;
  return new Promise((resolve) => {
    const disarm = call.session.host.clock.setTimer(waitMs, () => {
      call.interrupt = null;
      resolve(attempt(call, goOn));
    });
    call.interrupt = (reason) => {
      disarm();
      resolve(ended(call, stopResult(call, reason)));
    };
  });
}

/** How long to wait before the next attempt; null when there is none. */
function retryDelay(call: ReadyCall, result: ErrorResult): number | null {
  const { session, tool, attempt: number } = call;
  if (session.retry)
    return session.retry(result, { tool: call.name, attempt: number, random: session.ids.random });
  const { repeatable, limits } = tool.entry.tool;
  if (!repeatable || number >= limits.retry.attempts) return null;
  if (!ERROR_CODES[result.code].retryable || result.code === "timeout") return null;
  const { backoffMs, factor, jitterMs } = limits.retry;
  return backoffMs * factor ** (number - 1) + jitterMs * session.ids.random();
}

function ended(call: ReadyCall, concluded: ToolResult): ToolResult {
  const result = charge(call, concluded);
  const { session } = call;
  if (session.listeners) {
    emit(session, {
      type: "call-end",
      sessionId: session.manifest.sessionId,
      callId: call.id,
      tool: maskedName(call),
      origin: call.tool.entry.origin,
      atMs: session.host.clock.wallMs(),
      isError: result.type === "error",
    });
  }
  return result;
}
