/**
 * Stage 9: the call runs, when nothing runs that conflicts with it: write-ahead intent first where it is due, then the start is
 * told, then the first attempt.
 */
import type { Footprint, ToolResult } from "@toolplane/contract";
import type { CallState } from "../call/call-state.ts";
import { maskedArguments, maskedFootprint } from "../call/masked.ts";
import { resultOfError } from "../call/result-of.ts";
import { settle } from "../call/settle.ts";
import type { StageOutcome } from "../call/stage-outcome.ts";
import { stopResult } from "../call/stop-result.ts";
import { isReadOnly } from "../footprint/is-read-only.ts";
import { type LockNeed, lockNeed } from "../schedule/lock-need.ts";
import { emit } from "../session/session-state.ts";
import type { SessionTool } from "../session/session-tool.ts";
import { attempt } from "./attempt.ts";
import { recordedExecution } from "./recorded-parts.ts";

/** Runs the tool once nothing that conflicts with it runs. */
export function execute(call: CallState): StageOutcome | Promise<StageOutcome> {
  const { tool, args, footprint } = call;
  if (!tool || !args || !footprint) return settle(call, "internal", "The call was not validated.");
  call.entered = call.replay !== null || call.session.registry.enter(tool.entry);
  if (!call.entered)
    return settle(
      call,
      "unavailable",
      `${call.name} is being removed and takes no calls any more.`,
    );
  const need = needOf(call, footprint);
  return need ? runLocked(call, tool, need) : intendAndRun(call, tool);
}

function needOf({ known }: CallState, footprint: Footprint): LockNeed | null {
  if (!known) return lockNeed(footprint);
  if (known.need === undefined) known.need = lockNeed(footprint);
  return known.need;
}

/** Runs at once where the locks are free, as they nearly always are: then nothing is promised but what the tool promises. */
function runLocked(
  call: CallState,
  tool: SessionTool,
  need: LockNeed,
): ToolResult | Promise<ToolResult> {
  call.lock = call.session.locks.take(need);
  return call.lock ? start(call, tool) : runWhenFree(call, tool, need);
}

function runWhenFree(call: CallState, tool: SessionTool, need: LockNeed): Promise<ToolResult> {
  return new Promise((resolve) => {
    const ticket = call.session.locks.acquire(need, () => {
      call.interrupt = null;
      resolve(start(call, tool));
    });
    call.lock = ticket;
    call.interrupt = (reason) => {
      ticket.release();
      resolve(stopResult(call, reason));
    };
  });
}

/** A lock is held: what breaks here must not look as if nothing had run. */
function start(call: CallState, tool: SessionTool): ToolResult | Promise<ToolResult> {
  try {
    return intendAndRun(call, tool);
  } catch (error) {
    return resultOfError(call, error);
  }
}

function intendAndRun(call: CallState, tool: SessionTool): ToolResult | Promise<ToolResult> {
  const intent = writeIntent(call, tool);
  if (call.replay) return recordedExecution(call, call.replay);
  if (intent && call.lock)
    return intent.then(() => run(call, tool)).catch((error) => resultOfError(call, error));
  if (intent) return intent.then(() => run(call, tool));
  return run(call, tool);
}

function writeIntent(call: CallState, tool: SessionTool): undefined | Promise<void> {
  const { session, footprint, args } = call;
  if (!session.recorder || !footprint || !args) return undefined;
  if (onlyReads(call, tool, footprint)) return undefined;
  call.intended = true;
  return session.recorder.intent({
    sessionId: session.manifest.sessionId,
    callId: call.id,
    tool: call.name,
    origin: tool.entry.origin,
    arguments: maskedArguments(call) ?? args,
    footprint: maskedFootprint(call) ?? footprint,
    atMs: session.host.clock.wallMs(),
  });
}

function onlyReads({ known }: CallState, { entry }: SessionTool, footprint: Footprint): boolean {
  if (known?.readOnly !== undefined) return known.readOnly;
  const toolReads = entry.tool.mode === "read" && entry.postureTrusted;
  const readOnly = isReadOnly(footprint, { toolReads });
  if (known) known.readOnly = readOnly;
  return readOnly;
}

function run(call: CallState, tool: SessionTool): ToolResult | Promise<ToolResult> {
  const stopped = call.stopped ?? call.session.stopped;
  if (stopped) return stopResult(call, stopped);
  call.executed = true;
  if (call.session.listeners) {
    // Member by member, here and where a call ends: a spread in a literal costs as much as the event.
    const { session } = call;
    emit(session, {
      type: "call-start",
      sessionId: session.manifest.sessionId,
      callId: call.id,
      tool: call.name,
      origin: tool.entry.origin,
      atMs: session.host.clock.wallMs(),
      arguments: maskedArguments(call),
      attempt: call.attempt,
    });
  }
  return attempt(call, tool);
}
