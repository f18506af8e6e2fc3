/**
 * One call on its way down the road: one object of fixed shape, written by the stages in order and read by those after.
 * Fields start as null, so that the shape never changes while the call runs.
 */
import type {
  AccessFact,
  AnswerFacts,
  Footprint,
  JsonObject,
  Receipt,
  Resource,
  ToolResult,
  Verdict,
} from "@toolplane/contract";
import type { CancelScope } from "../session/cancel-scope.ts";
import type { Deadline } from "../session/deadlines.ts";
import type { SessionState } from "../session/session-state.ts";
import type { SessionTool } from "../session/session-tool.ts";

/** What a caller may add to a call. */
export interface CallOptions {
  /** Cancels this call only. */
  readonly signal?: AbortSignal;
  /** Lowers the tool's own timeout. */
  readonly timeoutMs?: number;
  /** An answer that was given earlier, perhaps in another process. */
  readonly receipt?: Receipt;
}

/** The state of one call. */
export interface CallRecord {
  readonly session: SessionState;
  readonly id: string;
  readonly name: string;
  readonly options: CallOptions;
  /** What the caller handed in: text from a model, or an object. */
  input: unknown;
  tool: SessionTool | null;
  args: JsonObject | null;
  footprint: Footprint | null;
  verdict: Verdict | null;
  /** What a person or a stored approval opened by name: the whole footprint, once asked. */
  approved: readonly Resource[];
  answers: AnswerFacts[];
  /** A place was taken in the budget and the call has not run. */
  reserved: boolean;
  executed: boolean;
  attempt: number;
  intended: boolean;
  stage: string;
  result: ToolResult | null;
  cause: unknown;
  detail: unknown;
  accesses: AccessFact[];
  /** Where outside text came from, once any did. */
  outside: string | null;
  readonly startedMs: number;
  /** Made when the call first waits, or its signal is first touched. */
  scope: CancelScope | null;
  deadline: Deadline | null;
  edits: number;
}

/** Starts a record. */
export function createCallRecord(
  session: SessionState,
  call: { readonly id: string; readonly name: string; readonly arguments: unknown },
  options: CallOptions,
): CallRecord {
  return {
    session,
    id: call.id,
    name: call.name,
    options,
    input: call.arguments,
    tool: null,
    args: null,
    footprint: null,
    verdict: null,
    approved: NOTHING,
    answers: [],
    reserved: false,
    executed: false,
    attempt: 1,
    intended: false,
    stage: "resolve",
    result: null,
    cause: undefined,
    detail: undefined,
    accesses: [],
    outside: null,
    startedMs: session.host.clock.nowMs(),
    scope: null,
    deadline: null,
    edits: 0,
  };
}

const NOTHING: readonly Resource[] = Object.freeze([]);
