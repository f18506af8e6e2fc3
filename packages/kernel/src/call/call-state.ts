/**
 * One call on its way down the road: one object of fixed shape, written by the stages in order and read by those after.
 * Fields start as null, so that the shape never changes while the call runs.
 */
import type {
  AnswerFacts,
  Approval,
  CallFlow,
  EarlierRun,
  Footprint,
  JsonObject,
  LabelSource,
  Receipt,
  Resource,
  ToolResult,
  Verdict,
} from "@toolplane/contract";
import type { AccessFact } from "@toolplane/contract/ports";
import type { TokenReservation } from "../budget/token-ledger.ts";
import type { Policies } from "../judge/evaluate-policies.ts";
import type { ReplayCall } from "../record/replay/replayer.ts";
import type { LockTicket } from "../schedule/create-locks.ts";
import { nowOf } from "../session/now-of.ts";
import type { RunningCall } from "../session/running-calls.ts";
import type { SessionState } from "../session/session-state.ts";
import type { SessionTool } from "../session/session-tool.ts";
import type { SharedFootprint } from "../session/shared-footprint.ts";

/** Options that a caller may add to a call. */
export interface CallOptions {
  /** Cancels this call only. */
  readonly signal?: AbortSignal;
  /** How long this call may take, instead of the tool's usual time; at most what the tool's `limits.maxTimeoutMs` bears. */
  readonly timeoutMs?: number;
  /**
   * Shows what a command would change and drops it: on a view without network, with a home and scratch of its own. A tool that
   * could change anything else is refused, and so is every command where there is no such view.
   */
  readonly dryRun?: boolean;
  /**
   * A program names the tool, and no model chose it from a list: the tool need not have been found first, and a name that nothing
   * has is answered with the nearest one.
   */
  readonly byName?: boolean;
  /** An answer that was given earlier, perhaps in another process. */
  readonly receipt?: Receipt;
  /**
   * An earlier run of this call that did not come to its end: what it had called is not called again. The call may have the id of
   * that run where the run never settled.
   */
  readonly resumes?: EarlierRun;
  /** The fault of the call as its model wrote it, mended before this; kept with its span. */
  readonly repaired?: string;
}

/** A recorded call that is walked again, and how many of its answers were used. */
export interface ReplayFeed {
  readonly call: ReplayCall;
  answersUsed: number;
}

export interface CallState extends RunningCall {
  readonly session: SessionState;
  readonly id: string;
  readonly name: string;
  readonly options: CallOptions;
  /** How many calls of the session began before this one. */
  readonly ordinal: number;
  /** The call whose tool made this one. */
  parent: CallState | null;
  /** How many calls its tool has made. */
  innerCalls: number;
  /** The arguments as the caller handed them in: text from a model, or an object. `input` is what a person made of them. */
  readonly given: unknown;
  input: unknown;
  /** Set when the call is walked again from a record: then no tool runs and no person is asked. */
  readonly replay: ReplayFeed | null;
  tool: SessionTool | null;
  args: JsonObject | null;
  /** The arguments with secrets masked, once they are needed; see `masked.ts`. */
  maskedArgs: JsonObject | null;
  footprint: Footprint | null;
  /** The same footprint with what earlier calls found out about it, where they shared it. */
  shared: SharedFootprint | null;
  maskedFootprint: Footprint | null;
  verdict: Verdict | null;
  /** The rules that it was let through by so far: where the session has others, it is judged again before it runs. */
  ruledBy: Policies;
  /** The key that its tool gave it, where that had to be waited for. */
  ownKey: string | null;
  /** Digest of its tool's definition when it was judged, where a server could change it. */
  judged: string | null;
  /** Resources that a person or a stored approval opened by name: the whole footprint, once asked. */
  approved: readonly Resource[];
  /** Made at the first answer, as `accesses` at the first access: most calls have neither. */
  answers: AnswerFacts[] | null;
  /** A place was taken in the budget and the call has not run. */
  reserved: boolean;
  /** Room in the workflow's budget, and what was really used of it. */
  tokens: TokenReservation | null;
  usedTokens: number | null;
  /** Held while it runs, or waited for. */
  lock: LockTicket | null;
  /** The registry counts it among the calls that run. */
  entered: boolean;
  executed: boolean;
  attempt: number;
  intended: boolean;
  /** The question it was given up for: it is not settled, and made again with the answer. */
  suspended: string | null;
  /** The question that what it changed waits for: the call itself has come to its end. */
  awaits: string | null;
  /** Wall clock of its intent, once there is one. */
  intendedAtMs: number;
  stage: string;
  result: ToolResult | null;
  cause: unknown;
  detail: unknown;
  accesses: AccessFact[] | null;
  /** Approvals that an answer to this call stored. */
  granted: Approval[] | null;
  /** The whole result, where it was cut and the session is recorded. */
  uncut: ToolResult | null;
  /** Where outside text came from, once any did. */
  outside: string | null;
  /** Further labels of what it touched, once any were found. */
  labels: LabelSource[] | null;
  /** Paths that it writes, once there are any whose content may carry a label. */
  wrote: Set<string> | null;
  /** Wall clock when a process of it began that changes real files, which nobody lists when it ends. */
  liveSinceMs: number | null;
  /** The data it carries out and their destinations, where a rule about that applied. */
  flow: CallFlow | null;
  edits: number;
  /** Listens to the caller's own signal while the call waits. */
  onAbort: (() => void) | null;
  /** Where the walk is, and where it ends. */
  at: number;
  until: number;
}

/** The state of a call that has not gone anywhere yet. */
export function createCallState(
  session: SessionState,
  call: { readonly id: string; readonly name: string; readonly arguments: unknown },
  options: CallOptions,
  replay: ReplayFeed | null = null,
): CallState {
  return {
    session,
    id: call.id,
    name: call.name,
    options,
    ordinal: session.ordinal++,
    parent: null,
    innerCalls: 0,
    given: call.arguments,
    input: call.arguments,
    replay,
    tool: null,
    args: null,
    maskedArgs: null,
    footprint: null,
    shared: null,
    maskedFootprint: null,
    verdict: null,
    ruledBy: session.policies,
    ownKey: null,
    judged: null,
    approved: NOTHING,
    answers: null,
    reserved: false,
    tokens: null,
    usedTokens: null,
    lock: null,
    entered: false,
    executed: false,
    attempt: 1,
    intended: false,
    suspended: null,
    awaits: null,
    intendedAtMs: 0,
    stage: "resolve",
    result: null,
    cause: undefined,
    detail: undefined,
    accesses: null,
    granted: null,
    uncut: null,
    outside: null,
    labels: null,
    wrote: null,
    liveSinceMs: null,
    flow: null,
    startedMs: nowOf(session.host.clock, Number.NaN),
    allowedMs: 0,
    dueMs: 0,
    restedMs: 0,
    pausedAtMs: 0,
    pauses: 0,
    asks: 0,
    askedMs: 0,
    listed: false,
    previous: null,
    next: null,
    stopped: null,
    controller: null,
    interrupt: null,
    waiter: null,
    edits: 0,
    onAbort: null,
    at: 0,
    until: 0,
  };
}

const NOTHING: readonly Resource[] = Object.freeze([]);

/** Keeps what a person said for the record. */
export function keepAnswer(call: Pick<CallState, "answers">, answer: AnswerFacts): void {
  if (call.answers) call.answers.push(answer);
  else call.answers = [answer];
}
