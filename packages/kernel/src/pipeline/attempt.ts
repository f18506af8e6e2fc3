/**
 * One attempt after another: only codes marked retryable, only tools that declare themselves repeatable, never past a stop;
 * a profile may say otherwise (S2 tries three times). S2's hooks are told per attempt. Without hooks and without a retry
 * nothing here waits for anything but the tool.
 */
import { ERROR_CODES, type ErrorResult, type ToolResult } from "@toolplane/contract";
import type { CallState } from "../call/call-state.ts";
import { maskedName } from "../call/masked.ts";
import { stopResult } from "../call/stop-result.ts";
import type { HookContext } from "../hooks/call-hooks.ts";
import { tellHooks } from "../hooks/tell-hooks.ts";
import { emit } from "../session/session-state.ts";
import type { SessionTool } from "../session/session-tool.ts";
import { charge } from "./budget.ts";
import { type Conclude, runOnce } from "./run-once.ts";

/** Runs the tool until it has a result that counts, and says that the call has ended. */
export function attempt(call: CallState, tool: SessionTool): ToolResult | Promise<ToolResult> {
  const { hooks } = call.session;
  if (hooks.length === 0) return runOnce(call, tool, concludePlain);
  const told = tellHooks(hooks, (hook) => hook.beforeAttempt?.(hookContext(call)));
  return told
    ? told.then(() => runOnce(call, tool, concludeWithHooks))
    : runOnce(call, tool, concludeWithHooks);
}

/** What S2's hooks are told about a call. */
export function hookContext(call: CallState): HookContext {
  const { sessionId, role, workspace } = call.session.manifest;
  const { id, name, args, attempt: number } = call;
  return { tool: name, callId: id, sessionId, role, workspace, parameters: args, attempt: number };
}

function concludePlain(call: CallState, result: ToolResult): ToolResult | Promise<ToolResult> {
  return result.type === "output"
    ? ended(call, result)
    : (orLater(call, result) ?? ended(call, result));
}

async function concludeWithHooks(
  ...[call, result, thrown]: Parameters<Conclude>
): Promise<ToolResult> {
  const { hooks, host } = call.session;
  const context = hookContext(call);
  if (thrown && result.type === "error" && result.code !== "not_found") {
    const { code } = result;
    await tellHooks(hooks, (hook) => hook.onError?.(context, { error: thrown.error, code }));
  }
  const later = orLater(call, result);
  if (later) return later;
  if (result.type === "output") {
    const durationMs = host.clock.nowMs() - call.startedMs;
    await tellHooks(hooks, (hook) => hook.afterSuccess?.(context, { result, durationMs }));
  }
  return ended(call, result);
}

/** Another attempt after a wait, or null when this result stands. */
function orLater(call: CallState, result: ToolResult): Promise<ToolResult> | null {
  const { tool } = call;
  if (result.type === "output" || call.stopped || !tool) return null;
  const waitMs = retryDelay(call, tool, result);
  if (waitMs === null) return null;
  call.attempt += 1;
  return new Promise((resolve) => {
    const disarm = call.session.host.clock.setTimer(waitMs, () => {
      call.interrupt = null;
      resolve(attempt(call, tool));
    });
    call.interrupt = (reason) => {
      disarm();
      resolve(ended(call, stopResult(call, reason)));
    };
  });
}

/** How long to wait before the next attempt; null when there is none. */
function retryDelay(call: CallState, tool: SessionTool, result: ErrorResult): number | null {
  const { session, attempt: number } = call;
  if (session.retry)
    return session.retry(result, { tool: call.name, attempt: number, random: session.ids.random });
  const { repeatable, limits } = tool.entry.tool;
  if (!repeatable || number >= limits.retry.attempts) return null;
  if (!ERROR_CODES[result.code].retryable || result.code === "timeout") return null;
  const { backoffMs, factor, jitterMs } = limits.retry;
  return backoffMs * factor ** (number - 1) + jitterMs * session.ids.random();
}

function ended(call: CallState, concluded: ToolResult): ToolResult {
  const result = charge(call, concluded);
  const { session } = call;
  if (session.listeners) {
    emit(session, {
      type: "call-end",
      sessionId: session.manifest.sessionId,
      callId: call.id,
      tool: maskedName(call),
      origin: call.tool?.entry.origin ?? "unknown",
      atMs: session.host.clock.wallMs(),
      isError: result.type === "error",
    });
  }
  return result;
}
