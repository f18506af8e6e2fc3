/** A span of a trace: where per-call metadata goes, because `ToolCall` is closed. */
import type { Json } from "../schema/json-schema.ts";

/** The part of a turn that a span measures. */
export type TraceSpanKind =
  | "llm"
  | "tool"
  | "policy"
  | "budget"
  | "retry"
  | "completion"
  | "transport"
  | "storage"
  | "custom";

/** One timed piece of work. `attrs` are redacted before they are kept. */
export interface TraceSpan {
  readonly spanId: string;
  readonly traceId?: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: TraceSpanKind;
  readonly startMs: number;
  readonly endMs?: number;
  readonly durationMs?: number;
  readonly status: "ok" | "error" | "timeout" | "cancelled" | "running";
  readonly attrs: Readonly<Record<string, Json>>;
}
