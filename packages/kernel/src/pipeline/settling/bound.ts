/** Stage 11: whatever settled the call, its result is redacted and cut to its cap, with the rest in a sidecar. */
import { DEFAULT_LIMITS, PRIVATE, type ToolResult } from "@toolplane/contract";
import { boundResult } from "../../bound/bound-result.ts";
import { isPlainlyFine } from "../../bound/is-plainly-fine.ts";
import { plainResult } from "../../bound/plain-result.ts";
import type { CallView } from "../../call/call-view.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { recordedSidecar } from "../stage/recorded-parts.ts";

type BoundingCall = CallView<{
  reads: "id" | "name" | "tool" | "lock" | "replay" | "result";
  writes: "cause" | "uncut";
  session:
    | "redactor"
    | "maxOutput"
    | "maxResultBytes"
    | "host"
    | "manifest"
    | "recorder"
    | "labeller";
}>;

/** Bounds the result of a settled call. */
export function bound(call: BoundingCall): StageOutcome | Promise<StageOutcome> {
  const { session, result } = call;
  // The execution is over, however it ended: others may run.
  if (call.lock) call.lock.release();
  if (!result) return undefined;
  const limits = call.tool?.entry.tool.limits ?? DEFAULT_LIMITS;
  const toolBytes = session.maxOutput?.[call.name] ?? limits.maxOutput;
  const maxBytes = Math.min(toolBytes, session.maxResultBytes ?? toolBytes);
  if (isPlainlyFine(result, session.redactor, maxBytes)) return undefined;
  return boundCarefully(call, plainResult(result), maxBytes);
}

function boundCarefully(
  call: BoundingCall,
  result: ToolResult,
  maxBytes: number,
): StageOutcome | Promise<StageOutcome> {
  const { session } = call;
  let isMasked = false;
  const bounded = boundResult(result, {
    onMasked: () => {
      isMasked = true;
    },
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
  // The recorder keeps a cut result whole, so that replay can cut it again.
  const cut =
    bounded instanceof Promise || (bounded !== result && bounded.metadata.truncated === true);
  if (cut && session.recorder) call.uncut = session.redactor.value(result);
  if (!isMasked || result.type !== "output" || session.labeller.isEmpty) return bounded;
  if (call.uncut) call.uncut = withSecret(call.uncut, call.name);
  return bounded instanceof Promise
    ? bounded.then((settled) => withSecret(settled, call.name))
    : withSecret(bounded, call.name);
}

/** A result in which a secret was masked came from where secrets are. */
function withSecret(result: ToolResult, tool: string): ToolResult {
  const secret = { label: PRIVATE, source: `a secret in what ${tool} gave` };
  const labels = [...(result.metadata.labels ?? []), secret];
  return { ...result, metadata: { ...result.metadata, labels } };
}
