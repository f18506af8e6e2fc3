/**
 * Stage 10: whatever settled the call, its result is stamped, redacted, marked when it holds outside text, and cut to its cap
 * with the rest in a sidecar.
 */
import { DEFAULT_LIMITS, type ResultMetadata, type ToolResult } from "@toolplane/contract";
import { boundResult } from "../bound/bound-result.ts";
import { isPlainlyFine } from "../bound/is-plainly-fine.ts";
import type { CallState } from "../call/call-state.ts";
import type { StageOutcome } from "../call/stage-outcome.ts";
import { recordedSidecar } from "./recorded-parts.ts";

/** Bounds the result of a settled call. */
export function bound(call: CallState): StageOutcome | Promise<StageOutcome> {
  const { session, result } = call;
  // Whatever ended the execution, it is over here: others may run.
  if (call.lock) call.lock.release();
  if (!result) return undefined;
  stamp(call, result);
  const limits = call.tool?.entry.tool.limits ?? DEFAULT_LIMITS;
  const maxBytes = session.maxOutput?.[call.name] ?? limits.maxOutput;
  if (isPlainlyFine(result, session.redactor, maxBytes)) return undefined;
  return boundCarefully(call, result, maxBytes);
}

function boundCarefully(
  call: CallState,
  result: ToolResult,
  maxBytes: number,
): StageOutcome | Promise<StageOutcome> {
  const { session } = call;
  const bounded = boundResult(result, {
    maxBytes,
    redactor: session.redactor,
    writeSidecar: (text) =>
      call.replay
        ? recordedSidecar(call.replay)
        : session.host.sidecars.write({
            sessionId: session.manifest.sessionId,
            callId: call.id,
            text,
          }),
    onSidecarFailure: (cause) => {
      call.cause ??= cause;
    },
  });
  // What was cut is kept whole by whoever records the call, so that replay can cut it again.
  const cut =
    bounded instanceof Promise || (bounded !== result && bounded.metadata.truncated === true);
  if (cut && session.recorder) call.uncut = session.redactor.value(result);
  return bounded;
}

/** Written in place: the stages made this metadata for this call, and nobody has seen it yet. */
function stamp(call: CallState, result: ToolResult): void {
  const metadata: { -readonly [K in keyof ResultMetadata]: ResultMetadata[K] } = result.metadata;
  metadata.duration_ms = Math.max(0, Math.round(call.session.host.clock.nowMs() - call.startedMs));
  if (call.attempt > 1) metadata.attempts = call.attempt;
  const outside = metadata.untrusted ? null : outsideOf(call);
  if (outside) metadata.untrusted = outside;
}

/** What a server said is outside text even when no door saw it. */
function outsideOf({ outside, executed, tool }: CallState): { readonly source: string } | null {
  if (outside !== null) return { source: outside };
  return executed && tool?.entry.remote ? { source: tool.entry.origin } : null;
}
