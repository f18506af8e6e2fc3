/**
 * Stage 10: runs the call when no conflicting call runs: the write-ahead intent first where it is due, then the start
 * event, then the first attempt. Its tool gets one runtime for the whole call, so every effect from here on is seen.
 */
import { type Footprint, isHeldCall, type ToolResult } from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import { maskedArguments, maskedFootprint } from "../../call/masked.ts";
import { resultOfError } from "../../call/result-of.ts";
import { settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { stopResult } from "../../call/stop-result.ts";
import { isReadOnly } from "../../footprint/is-read-only.ts";
import { makesCalls } from "../../runtime/doors/makes-calls.ts";
import { previewRun } from "../../runtime/gate/preview-changes.ts";
import { type LockNeed, lockNeed } from "../../schedule/lock-need.ts";
import { emit } from "../../session/session-state.ts";
import { judgeAgain } from "../gates/judge-again.ts";
import { recordedExecution } from "../stage/recorded-parts.ts";
import type { GoOn } from "../stage/stage.ts";
import { attempt } from "./attempt.ts";
import { isReady, type ReadyCall } from "./ready-call.ts";

/** Runs the tool once nothing that conflicts with it runs: at once where the locks are free, as they nearly always are. */
export function execute(call: CallState, goOn: GoOn): StageOutcome | Promise<StageOutcome> {
  if (!isReady(call)) return settle(call, "internal", "The call was not validated.");
  call.entered = call.replay !== null || call.session.registry.enter(call.tool.entry);
  if (!call.entered) {
    const text = `${call.name} is being removed and takes no calls any more.`;
    return settle(call, "unavailable", text);
  }
  const need = needOf(call);
  if (!need) return begin(call, goOn);
  call.lock = call.session.locks.take(need);
  return call.lock ? beginLocked(call, goOn) : beginWhenFree(call, need, goOn);
}

function needOf({ shared, footprint }: ReadyCall): LockNeed | null {
  if (!shared) return lockNeed(footprint);
  if (shared.need === undefined) shared.need = lockNeed(footprint);
  return shared.need;
}

function beginWhenFree(call: ReadyCall, need: LockNeed, goOn: GoOn): Promise<StageOutcome> {
  return new Promise((resolve) => {
    const ticket = call.session.locks.acquire(need, () => {
      call.interrupt = null;
      resolve(beginLocked(call, goOn));
    });
    call.lock = ticket;
    call.interrupt = (reason) => {
      ticket.release();
      resolve(stopResult(call, reason));
    };
  });
}

/** A lock is held: what breaks here must not look as if nothing had run. */
function beginLocked(call: ReadyCall, goOn: GoOn): StageOutcome | Promise<StageOutcome> {
  try {
    const begun = begin(call, goOn);
    return begun instanceof Promise ? begun.catch((error) => resultOfError(call, error)) : begun;
  } catch (error) {
    return resultOfError(call, error);
  }
}

/** Writes down what the call is about to do before it does it. */
function begin(call: ReadyCall, goOn: GoOn): StageOutcome | Promise<StageOutcome> {
  const intent = writeIntent(call);
  if (call.replay) return recordedExecution(call, call.replay);
  return intent ? intent.then(() => show(call, goOn)) : show(call, goOn);
}

/** Shows what the call is about to do to files, where that is wanted and nobody was asked about it. */
function show(call: ReadyCall, goOn: GoOn): StageOutcome | Promise<StageOutcome> {
  if (call.session.preview === null) return run(call, goOn);
  const shown = previewRun(call);
  return shown ? shown.then(() => run(call, goOn)) : run(call, goOn);
}

function writeIntent(call: ReadyCall): undefined | Promise<void> {
  const { session, footprint, args, tool } = call;
  if (!session.recorder || (onlyReads(call, footprint) && !needsTrace(call))) return undefined;
  call.intended = true;
  call.intendedAtMs = session.host.clock.wallMs();
  return session.recorder.intent({
    sessionId: session.manifest.sessionId,
    callId: call.id,
    tool: call.name,
    origin: tool.entry.origin,
    arguments: maskedArguments(call) ?? args,
    footprint: maskedFootprint(call) ?? footprint,
    atMs: call.intendedAtMs,
  });
}

/** A program goes on from when it began. Inside of one, what calls others in its turn must not look as if it had never begun. */
function needsTrace(call: ReadyCall): boolean {
  const { composite } = call.tool.entry.tool;
  return composite && (call.parent !== null || makesCalls(call.tool));
}

function onlyReads({ shared, tool }: ReadyCall, footprint: Footprint): boolean {
  if (shared?.readOnly !== undefined) return shared.readOnly;
  const { entry } = tool;
  const toolReads = entry.tool.mode === "read" && entry.postureTrusted;
  const readOnly = isReadOnly(footprint, { toolReads });
  if (shared) shared.readOnly = readOnly;
  return readOnly;
}

function run(call: ReadyCall, goOn: GoOn): StageOutcome | Promise<StageOutcome> {
  const { session } = call;
  const stopped = call.stopped ?? session.stopped;
  if (stopped) return stopResult(call, stopped);
  const refused = call.ruledBy === session.policies ? null : refuseAgain(call);
  if (refused) return refused;
  call.executed = true;
  if (session.listeners) {
    // Member by member, here and where a call ends: a spread in a literal costs as much as the event.
    emit(session, {
      type: "call-start",
      sessionId: session.manifest.sessionId,
      callId: call.id,
      tool: call.name,
      origin: call.tool.entry.origin,
      atMs: session.host.clock.wallMs(),
      arguments: maskedArguments(call),
      attempt: call.attempt,
    });
  }
  return attempt(call, goOn);
}

/** Rules changed while it waited: for a person, for a hook, for its turn. */
function refuseAgain(call: ReadyCall): ToolResult | null {
  const again = judgeAgain(call);
  if (!again.holds)
    return settle(call, "permission_denied", `${again.why} The rules changed while it waited.`);
  call.ruledBy = call.session.policies;
  if (again.contained && call.verdict && !isHeldCall(call.verdict))
    call.verdict = { ...call.verdict, answeredBy: "contained" };
  return null;
}
