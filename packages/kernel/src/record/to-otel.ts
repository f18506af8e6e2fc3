/**
 * Renders a settled call as a span of OpenTelemetry's GenAI conventions ("execute tool"), as plain data: an exporter
 * copies it into its own tracer, and the kernel depends on none. Arguments and results are left out unless requested,
 * as the conventions want it; where they are there, they are redacted already.
 */
import type { SettleEntry } from "@toolplane/contract/ports";

type OtelValue = string | number | boolean;

/** One span. Times are milliseconds since the epoch. */
export interface OtelSpan {
  readonly name: string;
  readonly kind: "INTERNAL";
  readonly startTimeMs: number;
  readonly endTimeMs: number;
  readonly status: { readonly code: "UNSET" | "ERROR"; readonly message?: string };
  readonly attributes: Readonly<Record<string, OtelValue>>;
}

/** Facts beside the entry. */
export interface OtelOptions {
  /** Wall time when the call settled; a span's own times count from the start of the process. */
  readonly atMs: number;
  /** True: arguments and result become attributes, as JSON. Off unless given. */
  readonly content?: boolean;
}

/** The members of a settled call that a span holds; a recorded call has them too. */
export type OtelCall = Pick<
  SettleEntry,
  "sessionId" | "callId" | "tool" | "origin" | "arguments" | "stage" | "result" | "span" | "verdict"
>;

export function toOtel(call: OtelCall, options: OtelOptions): OtelSpan {
  const { result, span } = call;
  const failed = result.type === "error";
  return {
    name: `execute_tool ${call.tool}`,
    kind: "INTERNAL",
    startTimeMs: options.atMs - (span.durationMs ?? 0),
    endTimeMs: options.atMs,
    status: failed ? { code: "ERROR", message: result.error_text } : { code: "UNSET" },
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": call.tool,
      "gen_ai.tool.call.id": call.callId,
      "gen_ai.tool.type": isRemote(call.origin) ? "extension" : "function",
      "gen_ai.conversation.id": call.sessionId,
      ...(failed ? { "error.type": result.code } : {}),
      "toolplane.origin": call.origin,
      "toolplane.stage": call.stage,
      ...(call.verdict ? { "toolplane.verdict": call.verdict.action } : {}),
      ...(options.content ? contentAttributes(call) : {}),
    },
  };
}

/** Tools that act on a server for the agent; ours run on this side. */
function isRemote(origin: string): boolean {
  return origin.startsWith("mcp") || origin.startsWith("openapi");
}

function contentAttributes({
  arguments: args,
  result,
}: OtelCall): Readonly<Record<string, string>> {
  const told = result.type === "error" ? result.error_text : (result.data ?? null);
  return {
    ...(args ? { "gen_ai.tool.call.arguments": JSON.stringify(args) } : {}),
    "gen_ai.tool.call.result": JSON.stringify(told),
  };
}
