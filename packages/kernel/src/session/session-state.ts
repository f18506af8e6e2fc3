/**
 * Everything the road knows about one session. Plain data made once when the session opens; the stages read it, and what
 * changes (budget, approvals, queue, scope) changes only through its own small interfaces.
 */
import type {
  AgentManifest,
  AgentSession,
  ErrorResult,
  ExecutionStrategy,
  Json,
  KeptRules,
  PolicyLayer,
  Receipt,
  RequirementSet,
  Resource,
  SessionManifest,
  SessionServices,
  StateSlot,
  ToolMode,
  ToolplaneEvent,
  ToolResult,
  Variables,
} from "@toolplane/contract";
import type {
  Analyzer,
  Broker,
  BroughtFiles,
  Host,
  Ids,
  Recorder,
  Redactor,
} from "@toolplane/contract/ports";
import type { ApprovalBook, ApprovalIdentity } from "../approval/approval-book.ts";
import type { Foresee } from "../approval/foresee.ts";
import type { QuestionQueue } from "../approval/question-queue.ts";
import type { Receipts } from "../approval/receipts.ts";
import type { CallBudget } from "../budget/call-budget.ts";
import type { TokenLedger } from "../budget/token-ledger.ts";
import type { Labeller } from "../flow/create-labeller.ts";
import type { ShownFiles } from "../flow/create-shown-files.ts";
import type { FlowState } from "../flow/flow-state.ts";
import type { CallHooks } from "../hooks/call-hooks.ts";
import type { Containing } from "../judge/contained-by.ts";
import type { Policies } from "../judge/evaluate-policies.ts";
import type { ConsentNeeds, Flags, Guard, GuardOrder, StateMachine } from "../judge/judges.ts";
import type { Narrowings } from "../judge/narrowings.ts";
import type { Reach } from "../policy/reach/reach.ts";
import type { Registry } from "../registry/create-registry.ts";
import type { ToolListing } from "../registry/tool-listing.ts";
import type { Locks } from "../schedule/create-locks.ts";
import type { ArgumentLimits } from "../schema/argument-limits.ts";
import type { Watchdog } from "../watchdog/run-watchdog.ts";
import type { CancelReason, CancelScope } from "./cancel-scope.ts";
import type { Leases } from "./leases.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { SessionMode } from "./session-mode.ts";
import type { SessionTool } from "./session-tool.ts";

/** Tells whether a call that was let through may still run, and whether only without a connection. */
export type JudgedAgain =
  | { readonly holds: true; readonly contained: boolean }
  | { readonly holds: false; readonly why: string };

/** The judges of a session beside its rules. */
export interface SessionJudges {
  readonly consent: ConsentNeeds;
  readonly flags: Flags | null;
  readonly stateMachine: StateMachine | null;
  readonly guards: readonly Guard[];
  readonly guardOrder: GuardOrder;
  readonly watchdog: Watchdog | null;
  readonly watchdogTimeoutMs: number;
}

/** Decides whether and after how long to try again; null: not. */
export type RetryProfile = (
  result: ErrorResult,
  attempt: { readonly tool: string; readonly attempt: number; readonly random: () => number },
) => number | null;

/** Decides whether the words of an error that a tool throws, and that is no ToolError, reach the model and the record. */
export type Uncaught = "hidden" | "told";

/**
 * Reads an object that a tool returned in a form of its own. Gives what `output` makes, a ToolError, or the same object. It is
 * not asked about a server's answer, nor about a value that `output` made.
 */
export type ReadOutput = (returned: object) => unknown;

/** New instructions from a person, asked for between the calls of a response. */
export type Steering = () => readonly Json[] | Promise<readonly Json[]>;

/** Rules before they are compiled: those that decide, and those that only restrict, each layer by itself. */
export interface RuleLayers {
  readonly base: readonly PolicyLayer[];
  readonly restrictions: readonly PolicyLayer[];
}

/** One session, as the stages see it. */
export interface SessionState {
  readonly manifest: SessionManifest;
  /** The mode that holds now; the manifest has the one it began with. */
  readonly mode: SessionMode;
  /** The agents above this one and itself, the outermost first; empty without a parent. */
  readonly agents: readonly string[];
  readonly agentManifest: AgentManifest | null;
  readonly host: Host;
  /** Reads paths and lines as this session means them: its scratch folder is its own. */
  readonly analyzer: Analyzer;
  readonly ids: Ids;
  readonly variables: Variables;
  /** Another object when the rules of the kernel change. */
  policies: Policies;
  /** The layers they were compiled from: a child's are compiled from the same, for its own variables. */
  layers: RuleLayers;
  /** No rule's text is masked by the redactor. */
  cleanRules: boolean;
  /** The host's ceiling and, for a subagent, every ancestor's reach. */
  readonly ceiling: readonly RequirementSet[];
  /** The reach of a process: the manifest's scopes inside the ceiling. */
  readonly processReach: Reach;
  readonly judges: SessionJudges;
  /** Closes more while something is in use; it opens nothing. */
  readonly narrowings: Narrowings;
  /** The labels seen, here and in the whole family, and the names that the person used. */
  readonly flow: FlowState;
  /** Labels that the rules give to what is touched; another object when the rules change. */
  labeller: Labeller;
  /** Files of the session's folders that carry labels, as a process is shown them. */
  readonly shownFiles: ShownFiles;
  /** True for a path that is the session's own: what lies elsewhere is outside text. */
  readonly isHeld: (path: string) => boolean;
  /** The files among those that came from outside all the same, where that is known. */
  readonly brought: BroughtFiles | null;
  /** The effects that are held here, so that no person needs to be asked about them. */
  readonly containing: Containing;
  readonly sandboxed: boolean;
  readonly toolsEnabled: () => boolean;
  /** Another function when the rules change: a tool keeps what its processes are confined to. */
  tools: (name: string) => SessionTool | null;
  /** False for a tool that this session does not have. */
  readonly has: (name: string) => boolean;
  /** Reports when calls run and how they went, so that a tool that goes is drained and counted. */
  readonly registry: Pick<
    Registry,
    "enter" | "leave" | "hold" | "release" | "starting" | "absence" | "list" | "metrics"
  >;
  /** The tools as this session listed them to a model. */
  readonly listing: ToolListing;
  readonly budget: CallBudget;
  readonly hooks: readonly CallHooks[];
  /** A profile's own word on trying again, instead of the tool's. */
  readonly retry: RetryProfile | null;
  /** Says whether the words of an error that a tool did not catch are kept. */
  readonly uncaught: Uncaught;
  /** Reads what a tool of this program returned in a form of its own; null: an object is data. */
  readonly readOutput: ReadOutput | null;
  /** Tokens of the workflow this session belongs to; a child has its parent's. */
  readonly tokens: TokenLedger | null;
  /** Locks of the calls that run; shared by all sessions of the kernel. */
  readonly locks: Locks;
  readonly strategy: ExecutionStrategy;
  /** Polled between calls: anything found stops those that have not begun. */
  readonly steering: Steering | null;
  readonly approvals: ApprovalBook;
  readonly approvalsBy: ApprovalIdentity;
  /** Every call of a gated tool asks, unless a rule allowed it. */
  readonly asksGated: boolean;
  readonly receipts: Receipts;
  /** Receipts of answers given once that were used already. */
  readonly usedReceipts: Set<string>;
  /** Takes a receipt for every process; null: only this session knows what was used. */
  readonly spendReceipt: ((receipt: Receipt) => Promise<boolean>) | null;
  /** The broker to ask; a child has its parent's. */
  readonly broker: Broker | null;
  /** Null when there is no person to ask. */
  readonly questions: QuestionQueue | null;
  /** Works out what a call would do to files, for the question about it; null where that is not done. */
  readonly foresee: Foresee | null;
  /** Modes of tools whose calls show their changes when nobody is asked; null where none does. */
  readonly preview: readonly ToolMode[] | null;
  readonly projectApprovals: boolean;
  /** Writes rules down that a person gave; null where nobody does, and none are offered. */
  readonly keepRules: ((kept: KeptRules) => Promise<void>) | null;
  readonly recorder: Recorder | null;
  readonly redactor: Redactor;
  readonly agent: AgentSession | null;
  /** How deep subagents may nest. */
  readonly maxDepth: number;
  readonly services: SessionServices;
  readonly stateSlot: (toolId: string) => StateSlot;
  readonly argumentLimits: ArgumentLimits;
  /** Output caps that the host tuned, by tool id. */
  readonly maxOutput: Readonly<Record<string, number>> | null;
  /** Output of this machine's tools is marked as content too. */
  readonly marksAll: boolean;
  /** The most that any result may hold; null: what its tool says. */
  readonly maxResultBytes: number | null;
  readonly scope: CancelScope;
  /** Set when the session was cancelled; a plain field, because every stage of every call looks at it. */
  stopped: CancelReason | null;
  readonly running: RunningCalls;
  /** The leases of what runs on the terms of the rules: they end when these do not cover it any more. */
  readonly leases: Leases;
  readonly seen: (callId: string) => boolean;
  /** Calls of an earlier process that were started and never settled. */
  readonly unsettled: Set<string>;
  /** Calls that were given up because they wait for a person: each may be made again, once. */
  readonly givenUp: Set<string>;
  /** Writes in the session's view that a person agreed to, until they have landed. */
  readonly heldApproved: Resource[];
  /** Settles when the session's earlier work was read: calls wait for this. Null once it is known. */
  past: Promise<void> | null;
  /** The session's earlier work could not be read, so no call can be distinguished from one that ran. */
  pastUnknown: boolean;
  ordinal: number;
  /** The road for calls that a running tool makes; the record of the call is handed in. */
  readonly road: {
    walk(call: never): ToolResult | Promise<ToolResult>;
    /** As far as the verdict, and no further. */
    judge(call: never): unknown;
    /** A call that was let through, by the rules of now. */
    judgeAgain(call: never): JudgedAgain;
  };
  /** Null without listeners, so that events cost nothing. */
  listeners: readonly ((event: ToolplaneEvent) => void)[] | null;
}

/** Calls the listeners; an error of theirs does not change the call. */
export function emit(session: Pick<SessionState, "listeners">, event: ToolplaneEvent): void {
  for (const listener of session.listeners ?? []) {
    try {
      listener(event);
    } catch {
      // A listener observes. What it breaks is its own, and the call must not depend on it.
    }
  }
}
