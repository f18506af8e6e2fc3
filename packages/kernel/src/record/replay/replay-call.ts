/** From a recorded call to what the road is fed with when it is walked again; or why it cannot be. */
import type { JsonObject, ToolResult } from "@toolplane/contract";
import { isReadOnly } from "../../footprint/is-read-only.ts";
import type { RecordedCall } from "../rows/recorded-call.ts";
import type { ReplayCall, ReplayedExecution } from "./replayer.ts";

/** A text says why the call cannot be walked again. */
export function replayCall(
  call: RecordedCall,
  { footprints = "computed" }: { readonly footprints?: "computed" | "recorded" } = {},
): ReplayCall | string {
  const { result, missing, span } = call;
  if (result === null || missing.length > 0)
    return `its ${missing.join(", ") || "result"} is no longer in the record`;
  if (call.tool === "") return "it was no call";
  const stop = stopOf(call, result);
  return {
    callId: call.callId,
    name: call.tool,
    input: (call.input ?? call.arguments ?? {}) as JsonObject | string,
    wasFound: call.stage !== "resolve",
    answers: call.answers,
    ...(footprints === "recorded" ? recordedFootprint(call, result) : {}),
    execute: call.stage === "execute" && stop === null ? executionOf(call, result) : null,
    stop,
    startMs: span.startMs,
    endMs: span.endMs ?? span.startMs,
    wallMs: call.atMs,
  };
}

function recordedFootprint(
  { footprint, stage }: RecordedCall,
  result: ToolResult,
): Pick<ReplayCall, "footprint"> {
  if (footprint !== null) return { footprint };
  if (stage !== "footprint" || result.type !== "error" || result.code !== "invalid_input")
    return {};
  return { footprint: { fault: result.error_text } };
}

function executionOf(call: RecordedCall, result: ToolResult): ReplayedExecution {
  const whole = call.uncut ?? result;
  const { tokens } = call.span.attrs;
  return {
    result: whole,
    attempts: result.metadata.attempts ?? 1,
    usedTokens: typeof tokens === "number" ? tokens : null,
    accesses: call.accesses,
    outside: result.metadata.untrusted?.source ?? null,
    cause: call.cause,
    detail: call.detail,
    sidecarPath: call.uncut ? (result.metadata.output_path ?? null) : null,
  };
}

/** A stop is something that happened to the call, not an outcome of the stage it happened at. */
function stopOf(call: RecordedCall, result: ToolResult): ReplayCall["stop"] {
  if (result.type !== "error") return null;
  const { code, error_text: text } = result;
  if (code !== "cancelled" && code !== "timeout" && code !== "skipped") return null;
  if (call.stage === "execute" && hasRun(call)) return null;
  return { stage: call.stage, code, text, after: hasOutcome(call) };
}

/** A call that is more than reads and has no intent was stopped while it waited for others. */
function hasRun({ intended, footprint }: RecordedCall): boolean {
  return intended || footprint === null || isReadOnly(footprint, { toolReads: true });
}

/** True when the stage had come to its end: what it makes is there. */
function hasOutcome({ stage, arguments: args, footprint, verdict }: RecordedCall): boolean {
  if (stage === "validate") return args !== null;
  if (stage === "footprint") return footprint !== null;
  return stage === "judge" && verdict !== null;
}
