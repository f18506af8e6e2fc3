/**
 * Stage 10: whatever settled the call, its result is redacted, marked when it holds outside text, and cut to its cap with the
 * rest in a sidecar.
 */
import { DEFAULT_LIMITS, type ResultMetadata, type ToolResult } from "@toolplane/contract";
import { boundResult } from "../bound/bound-result.ts";
import type { CallRecord } from "./call-record.ts";
import type { StageOutcome } from "./stage.ts";

/** Bounds the result of a settled call. */
export function bound(call: CallRecord): StageOutcome | Promise<StageOutcome> {
  const { session, result } = call;
  if (!result) return undefined;
  const tool = call.tool?.entry.tool;
  const maxBytes = session.maxOutput(call.name) ?? (tool?.limits ?? DEFAULT_LIMITS).maxOutput;
  return boundResult(stamped(call, result), {
    maxBytes,
    redactor: session.redactor,
    writeSidecar: (text) =>
      session.host.sidecars.write({ sessionId: session.manifest.sessionId, callId: call.id, text }),
    onSidecarFailure: (cause) => {
      call.cause ??= cause;
    },
  });
}

function stamped(call: CallRecord, result: ToolResult): ToolResult {
  const spentMs = Math.max(0, Math.round(call.session.host.clock.nowMs() - call.startedMs));
  const outside = result.metadata.untrusted ?? outsideOf(call);
  const metadata: ResultMetadata = {
    ...result.metadata,
    duration_ms: spentMs,
    ...(outside ? { untrusted: outside } : {}),
    ...(call.attempt > 1 ? { attempts: call.attempt } : {}),
  };
  return { ...result, metadata };
}

/** What a server said is outside text even when no door saw it. */
function outsideOf({
  outside,
  executed,
  tool,
}: CallRecord): ResultMetadata["untrusted"] | undefined {
  if (outside !== null) return { source: outside };
  return executed && tool?.entry.remote ? { source: tool.entry.origin } : undefined;
}
