/** Stage 12: every outcome is recorded, refusals too, and announced. Read-only calls cost one batched row. */
import type { Json, TraceSpan } from "@toolplane/contract";
import type { CallRecord } from "../call/call-record.ts";
import { callStamp } from "../call/call-stamp.ts";
import { maskedArguments, maskedFootprint, maskedName, maskedVerdict } from "../call/masked.ts";
import type { StageOutcome } from "../call/stage-outcome.ts";
import { emit } from "../session/session-state.ts";
import { refund } from "./budget.ts";

/** Hands the settled call to the recorder and to whoever listens. */
export function record(call: CallRecord): StageOutcome | Promise<StageOutcome> {
  const { session, result } = call;
  refund(call);
  report(call);
  if (!result || (!session.recorder && !session.listeners)) return undefined;
  const span = spanOf(call);
  if (session.listeners) {
    emit(session, {
      type: "call-settle",
      ...callStamp(call),
      result,
      stage: call.stage,
      ...(result.type === "error" ? { code: result.code } : {}),
      span,
    });
  }
  const written = session.recorder?.settle({
    sessionId: session.manifest.sessionId,
    callId: call.id,
    tool: maskedName(call),
    origin: call.tool?.entry.origin ?? "unknown",
    arguments: maskedArguments(call),
    footprint: maskedFootprint(call),
    verdict: maskedVerdict(call),
    answers: call.answers ?? [],
    stage: call.stage,
    result,
    cause: call.cause === undefined ? undefined : session.redactor.value(call.cause),
    detail: call.detail === undefined ? undefined : session.redactor.value(call.detail),
    accesses: call.accesses ? session.redactor.value(call.accesses) : [],
    intended: call.intended,
    span,
    ordinal: call.ordinal,
    ...inputOf(call),
    ...(call.uncut ? { uncut: call.uncut } : {}),
    ...(call.granted ? { approvals: call.granted } : {}),
  });
  return written?.then(() => undefined);
}

/** The registry drains and counts by what it is told here. */
function report({ entered, executed, tool, result, session, name, replay }: CallRecord): void {
  if (!tool || replay) return;
  if (entered) session.registry.leave(tool.entry);
  if (executed && result) {
    session.registry.metrics.record(name, {
      ok: result.type === "output",
      ms: result.metadata.duration_ms,
    });
  }
}

/** Kept where the arguments alone would not lead to the same outcome: refused text, edited or transformed arguments. */
function inputOf({ args, given, edits, tool, session }: CallRecord): { readonly input?: Json } {
  if (args !== null && edits === 0 && !tool?.entry.tool.standard) return {};
  if (typeof given === "string") return { input: session.redactor.text(given) };
  try {
    return { input: session.redactor.value(JSON.parse(JSON.stringify(given)) as Json) };
  } catch {
    return { input: null };
  }
}

function spanOf(call: CallRecord): TraceSpan {
  const { session, result } = call;
  const endMs = session.host.clock.nowMs();
  const code = result?.type === "error" ? result.code : null;
  return {
    spanId: call.id,
    name: `execute_tool ${maskedName(call)}`,
    kind: "tool",
    startMs: call.startedMs,
    endMs,
    durationMs: endMs - call.startedMs,
    status: code === null ? "ok" : code === "timeout" || code === "cancelled" ? code : "error",
    attrs: {
      stage: call.stage,
      role: session.manifest.role,
      workspace: session.manifest.workspace,
      attempt: call.attempt,
      ...(call.usedTokens === null ? {} : { tokens: call.usedTokens }),
      ...(call.verdict ? { verdict: call.verdict.action } : {}),
      ...(call.verdict?.answeredBy ? { answered_by: call.verdict.answeredBy } : {}),
    },
  };
}
