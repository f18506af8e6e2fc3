/**
 * The facts that the road hands to the record. `intent` is written before anything more than a read is executed and must be durable when
 * it resolves; `settle` sees every outcome, refusals included, and may be batched.
 */
import type { AnswerFacts, Approval } from "../call/approval.ts";
import type { TraceSpan } from "../call/trace-span.ts";
import type { Footprint } from "../policy/footprint.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { FlowNote } from "../result/flow.ts";
import type { ToolResult } from "../result/result.ts";
import type { Json, JsonObject } from "../schema/json-schema.ts";

/** A call that is about to execute and is more than reads. */
export interface IntentEntry {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly origin: string;
  readonly arguments: JsonObject;
  readonly footprint: Footprint;
  readonly atMs: number;
}

/** A call that has its result. */
export interface SettleEntry {
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly origin: string;
  /** Null when the arguments never became a JSON object. */
  readonly arguments: JsonObject | null;
  readonly footprint: Footprint | null;
  readonly verdict: Verdict | null;
  readonly answers: readonly AnswerFacts[];
  readonly stage: string;
  readonly result: ToolResult;
  /** The underlying error, for the operator. */
  readonly cause: unknown;
  readonly detail: unknown;
  readonly accesses: readonly AccessFact[];
  readonly intended: boolean;
  readonly span: TraceSpan;
  /** How many calls of the session began before this one: they settle in another order than they began. */
  readonly ordinal: number;
  /** The arguments as the caller handed them in, redacted, where `arguments` alone would not lead to the same outcome again. */
  readonly input?: Json;
  /** The whole result, redacted, where `result` was cut. */
  readonly uncut?: ToolResult;
  /** Approvals that an answer to this call stored. */
  readonly approvals?: readonly Approval[];
}

/** One operation at a door: what was touched, whether it was predicted, whether it was refused. */
export interface AccessFact {
  readonly subject: string;
  readonly predicted: boolean;
  readonly refused?: string;
}

/** An act of a person on the flow of a session: said something, endorsed a source, cleared its labels. */
export interface NoteEntry {
  readonly sessionId: string;
  readonly atMs: number;
  readonly note: FlowNote;
}

/** Port: the kernel's record, or an empty one. */
export interface Recorder {
  intent(entry: IntentEntry): undefined | Promise<void>;
  settle(entry: SettleEntry): undefined | Promise<void>;
  /** Absent: it is not kept, and a session that goes on knows nothing of it. */
  note?(entry: NoteEntry): undefined | Promise<void>;
  /**
   * Rejects with a ToolError `conflict` where another worker has taken the run of this session's calls, so that nothing of them may
   * land. Absent, or undefined: no other can have.
   */
  confirm?(sessionId: string): undefined | Promise<void>;
  /** Settles when everything handed in so far outlives this process. Absent: there is nothing to wait for. */
  flush?(): Promise<void>;
}
