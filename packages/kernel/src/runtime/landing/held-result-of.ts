/**
 * Keeps the result of a call beside its changes while a person is asked about them: the process may be killed before
 * the answer, and the command is not run again. Only a tool that does nothing after its command can have such a result.
 * A result with labels is kept for a program, whose own result carries them; elsewhere the labels would be lost, so it
 * is not kept.
 */
import { labelsOf, PRIVATE, type RunOptions, type ToolResult } from "@toolplane/contract";
import type { HeldResultOf } from "@toolplane/contract/ports";
import { boundResult } from "../../bound/bound-result.ts";
import { plainResult } from "../../bound/plain-result.ts";
import type { CallState } from "../../call/call-state.ts";
import { resultOf, resultOfError } from "../../call/result-of.ts";

/** `tellResult` is the tool's word for what it would give. */
export function heldResultOf(
  call: CallState,
  tellResult: NonNullable<RunOptions["resultOf"]>,
): HeldResultOf {
  return async (ended) => {
    try {
      const result = await boundHeldResult(
        call,
        await returned(call, async () => tellResult(ended)),
      );
      return call.parent || labelsOf(result.metadata).length === 0 ? result : null;
    } catch {
      return null;
    }
  };
}

async function returned(call: CallState, made: () => Promise<unknown>): Promise<ToolResult> {
  try {
    return resultOf(call, await made());
  } catch (error) {
    return resultOfError(call, error);
  }
}

/** Bounds and masks it, as every result that is shown. */
async function boundHeldResult(call: CallState, result: ToolResult): Promise<ToolResult> {
  const { session, tool, name, id } = call;
  const toolBytes = session.maxOutput?.[name] ?? tool?.entry.tool.limits.maxOutput ?? 0;
  let isMasked = false;
  const done = await boundResult(plainResult(result), {
    maxBytes: Math.min(toolBytes, session.maxResultBytes ?? toolBytes),
    redactor: session.redactor,
    onMasked: () => {
      isMasked = true;
    },
    writeSidecar: (text) =>
      session.host.sidecars.write({ sessionId: session.manifest.sessionId, callId: id, text }),
  });
  if (!isMasked) return done;
  const secret = { label: PRIVATE, source: `a secret in what ${name} gave` };
  const labels = [...(done.metadata.labels ?? []), secret];
  return { ...done, metadata: { ...done.metadata, labels } };
}
