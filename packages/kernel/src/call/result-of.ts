/** From what a tool returned or threw to the envelope. Anything a tool throws that is not a ToolError is `internal`. */
import { isToolError, isToolOutput, type ToolOutput, type ToolResult } from "@toolplane/contract";
import type { CallState } from "./call-state.ts";
import { settle } from "./settle.ts";

/** The envelope of a returned value; its metadata is fresh, because it is stamped in place. `undefined` is null on the wire. */
export function resultOf(call: CallState, returned: unknown): ToolResult {
  if (typeof returned !== "object" || returned === null) {
    return {
      type: "output",
      data: returned === undefined ? null : returned,
      metadata: { duration_ms: 0 },
    };
  }
  if (isToolError(returned)) return resultOfError(call, returned);
  if (!isToolOutput(returned))
    return { type: "output", data: returned, metadata: { duration_ms: 0 } };
  const { data, content, details, child_session, flow, untrusted, truncated, usage } = returned;
  if (usage) call.usedTokens = usage.tokens;
  return {
    type: "output",
    data: truncated && typeof data === "string" ? ownCut(data, truncated) : data,
    ...(content ? { content } : {}),
    ...(details === undefined ? {} : { details }),
    ...(child_session ? { child_session } : {}),
    ...(flow ? { flow } : {}),
    metadata: {
      duration_ms: 0,
      ...(untrusted ? { untrusted } : {}),
      ...(truncated ? { truncated: true } : {}),
      ...(truncated?.output_path ? { output_path: truncated.output_path } : {}),
    },
  };
}

/** The one shape of what was cut (S1), whoever cut it; the whole is put into a sidecar when the result is bound. */
function ownCut(
  head: string,
  { output_path, whole }: NonNullable<ToolOutput["truncated"]>,
): unknown {
  if (output_path !== undefined) return { head };
  return whole === undefined ? head : { head, whole };
}

/** The envelope of something thrown. The model is never shown a stack or a foreign error's text. */
export function resultOfError(call: CallState, error: unknown): ToolResult {
  if (isToolError(error)) {
    const { code, message, detail, cause, flow, details } = error;
    const result = settle(call, code, message, { detail, cause: cause ?? error });
    if (flow === undefined && details === undefined) return result;
    return { ...result, ...(flow ? { flow } : {}), ...(details === undefined ? {} : { details }) };
  }
  return settle(
    call,
    "internal",
    `${call.name} broke while it ran. Trying the same call again will not help.`,
    {
      cause: error,
    },
  );
}
