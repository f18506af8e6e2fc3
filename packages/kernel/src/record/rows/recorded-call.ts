/** A call as the record holds it. Replay, what-if, suggest and the audit all start from this. */
import type {
  AnswerFacts,
  FlowFacts,
  Footprint,
  Json,
  JsonObject,
  ToolResult,
  TraceSpan,
  Verdict,
} from "@toolplane/contract";
import type { AccessFact, EventRow } from "@toolplane/contract/ports";

export interface RecordedCall {
  readonly callId: string;
  readonly sessionId: string;
  readonly tool: string;
  readonly origin: string;
  /** Wall time when it settled. */
  readonly atMs: number;
  readonly ordinal: number | null;
  readonly arguments: JsonObject | null;
  /** The input as it was handed in, where it is not `arguments`. */
  readonly input: Json | null;
  readonly footprint: Footprint | null;
  readonly verdict: Verdict | null;
  readonly answers: readonly AnswerFacts[];
  readonly stage: string;
  /** Null when its payload was dropped. */
  readonly result: ToolResult | null;
  readonly uncut: ToolResult | null;
  readonly cause: Json;
  readonly detail: Json;
  readonly accesses: readonly AccessFact[];
  readonly intended: boolean;
  readonly span: TraceSpan;
  /** The session's labels and its person's words when it was judged, where they were read (`readPastFlow`). */
  readonly past?: FlowFacts;
  /** Its rows: intent, approvals, settlement. */
  readonly rows: readonly EventRow[];
  /** Parts whose payload was dropped or was too large to keep. */
  readonly missing: readonly string[];
}
