/** Stage 13: every outcome is recorded, refusals too, and announced. Read-only calls cost one batched row. */
import {
  type ErrorResult,
  type Json,
  suspension,
  type ToolplaneEvent,
  type ToolResult,
  type TraceSpan,
} from "@toolplane/contract";
import type { SettleEntry } from "@toolplane/contract/ports";
import type { CallView } from "../../call/call-view.ts";
import {
  type MaskedCall,
  maskedArguments,
  maskedFootprint,
  maskedName,
  maskedVerdict,
  type NamedCall,
} from "../../call/masked.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { labelsSeen } from "../../flow/labels-seen.ts";
import { keepWritten, type WritingCall } from "../../runtime/labels/keep-written.ts";
import { noteHeldApproval } from "../../runtime/landing/held-approvals.ts";
import { askedUntil, type RunningCall } from "../../session/running-calls.ts";
import { emit } from "../../session/session-state.ts";
import { type RefundedCall, refund } from "../gates/budget.ts";

type RecordingCall = RunningCall &
  NamedCall &
  SettlingCall &
  MaskedCall &
  RefundedCall &
  WritingCall &
  CallView<{
    reads:
      | "id"
      | "options"
      | "ordinal"
      | "parent"
      | "given"
      | "replay"
      | "entered"
      | "attempt"
      | "approved"
      | "startedMs"
      | "stage"
      | "answers"
      | "edits"
      | "result"
      | "cause"
      | "detail"
      | "accesses"
      | "intended"
      | "uncut"
      | "granted"
      | "usedTokens"
      | "suspended";
    session:
      | "manifest"
      | "host"
      | "recorder"
      | "listeners"
      | "registry"
      | "flow"
      | "givenUp"
      | "heldApproved";
  }>;

/** Hands the settled call to the recorder and to the listeners, once the labels of what it wrote are kept. */
export function record(call: RecordingCall): StageOutcome | Promise<StageOutcome> {
  refund(call);
  noteHeldApproval(call);
  report(call);
  if (call.result && !call.replay) seeLabels(call, call.result);
  const kept = call.replay ? undefined : keepWritten(call);
  return kept ? kept.then(() => write(call)) : write(call);
}

function write(call: RecordingCall): StageOutcome | Promise<StageOutcome> {
  const { session, result } = call;
  if (call.suspended !== null) return leaveOpen(call, call.suspended);
  if (!result || (!session.recorder && !session.listeners)) return undefined;
  const span = spanOf(call);
  if (session.listeners) announce(call, result, span);
  if (!session.recorder) return undefined;
  const written = session.recorder.settle(entryOf(call, result, span));
  return written?.then(() => undefined);
}

/** It waits for a person: no end is written, whatever its tool made of it, so that it can be made again with the answer. */
function leaveOpen(call: RecordingCall, questionId: string): ToolResult {
  const { message, details } = suspension(questionId);
  call.session.givenUp.add(call.id);
  return { ...(settle(call, "cancelled", message) as ErrorResult), details };
}

/** Adds the labels of the result to the session before the result is shown. */
function seeLabels({ session, id, name }: RecordingCall, result: ToolResult): void {
  const labels = labelsSeen(result);
  if (labels.length === 0) return;
  const { sessionId } = session.manifest;
  session.flow.see(labels, {
    sessionId,
    callId: id,
    tool: name,
    atMs: session.host.clock.wallMs(),
  });
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function announce(call: RecordingCall, result: ToolResult, span: TraceSpan): void {
  const { session } = call;
  const event: Writable<Extract<ToolplaneEvent, { readonly type: "call-settle" }>> = {
    type: "call-settle",
    sessionId: session.manifest.sessionId,
    callId: call.id,
    tool: maskedName(call),
    origin: call.tool?.entry.origin ?? "unknown",
    atMs: session.host.clock.wallMs(),
    result,
    stage: call.stage,
    span,
  };
  if (result.type === "error") {
    event.code = result.code;
    const given = maskedArguments(call);
    if (given) event.arguments = given;
  }
  emit(session, event);
}

/**
 * Builds the entry. Rare members are added only where they exist: a spread of nothing costs more than the rest of the
 * entry.
 */
function entryOf(call: RecordingCall, result: ToolResult, span: TraceSpan): SettleEntry {
  const { session } = call;
  const entry: Writable<SettleEntry> = {
    sessionId: session.manifest.sessionId,
    callId: call.id,
    tool: maskedName(call),
    origin: call.tool?.entry.origin ?? "unknown",
    arguments: maskedArguments(call),
    footprint: maskedFootprint(call),
    verdict: maskedVerdict(call),
    answers: call.answers ?? NONE,
    stage: call.stage,
    result,
    cause: call.cause === undefined ? undefined : session.redactor.value(call.cause),
    detail: call.detail === undefined ? undefined : session.redactor.value(call.detail),
    accesses: call.accesses ? session.redactor.value(call.accesses) : NONE,
    intended: call.intended,
    span,
    ordinal: call.ordinal,
  };
  if (!isReplayable(call)) entry.input = inputOf(call);
  if (call.uncut) entry.uncut = call.uncut;
  if (call.granted) entry.approvals = call.granted;
  return entry;
}

const NONE: readonly never[] = Object.freeze([]);

/** Reports the end of the call to the registry, which drains and counts by it. */
function report({ entered, executed, tool, result, session, name, replay }: RecordingCall): void {
  if (!tool || replay) return;
  if (entered) session.registry.leave(tool.entry);
  if (executed && result) {
    session.registry.metrics.record(name, {
      ok: result.type === "output",
      ms: result.metadata.duration_ms,
    });
  }
}

/** False where the arguments alone would not lead to the same outcome: refused text, edited or transformed arguments. */
function isReplayable({ args, edits, tool }: RecordingCall): boolean {
  return args !== null && edits === 0 && !tool?.entry.tool.standard;
}

function inputOf({ given, session }: RecordingCall): Json {
  if (typeof given === "string") return session.redactor.text(given);
  try {
    return session.redactor.value(JSON.parse(JSON.stringify(given)) as Json);
  } catch {
    return null;
  }
}

function spanOf(call: RecordingCall): TraceSpan {
  const { session, result, verdict } = call;
  const endMs = session.host.clock.nowMs();
  const code = result?.type === "error" ? result.code : null;
  const attrs: Record<string, Json> = {
    stage: call.stage,
    role: session.manifest.role,
    workspace: session.manifest.workspace,
    attempt: call.attempt,
  };
  if (call.usedTokens !== null) attrs.tokens = call.usedTokens;
  if (verdict) attrs.verdict = verdict.action;
  if (verdict?.answeredBy) attrs.answered_by = verdict.answeredBy;
  // Rounded up: a question that was stopped at once was asked, too.
  const waitedMs = Math.ceil(askedUntil(call, endMs));
  if (waitedMs > 0) attrs.waited_ms = waitedMs;
  if (call.options.repaired !== undefined) attrs.repaired = call.options.repaired;
  const span: Writable<TraceSpan> = {
    spanId: call.id,
    name: `execute_tool ${maskedName(call)}`,
    kind: "tool",
    startMs: call.startedMs,
    endMs,
    durationMs: endMs - call.startedMs,
    status: code === null ? "ok" : code === "timeout" || code === "cancelled" ? code : "error",
    attrs,
  };
  if (call.parent) span.parentSpanId = call.parent.id;
  return span;
}
