/** What the API gives, as far as the pages read it. The server's own description is `/api/v1/openapi.json`. */
import type {
  Explanation,
  PolicyRule,
  Question,
  Resource,
  RuleReference,
  ShownChange,
  Verdict,
} from "@toolplane/contract";

export type MarkName =
  | "allow"
  | "ask"
  | "deny"
  | "failed"
  | "unknown"
  | "off"
  | "running"
  | "opaque"
  | "waiting";

export interface Here {
  readonly version: string;
  readonly workspace: string | null;
  readonly mode: string;
  readonly sandbox: {
    readonly level: string;
    readonly kind: string;
    readonly reason: string | null;
  };
  readonly project: string;
  readonly waiting: number;
}

export interface ListedSession {
  readonly sessionId: string;
  readonly workspace: string | null;
  readonly parentSessionId: string | null;
  /** Which kind of subagent worked in it; null for one that is none. */
  readonly agent: string | null;
  readonly mode: string;
  readonly state: "open" | "closed" | "unfinished";
  readonly startedAtMs: number;
  readonly lastAtMs: number;
  readonly rows: number;
  readonly calls: number;
  readonly failed: number;
  readonly refused: number;
  readonly asked: number;
  readonly unsettled: number;
  readonly client: string | null;
  readonly last: string;
}

export interface Road {
  readonly stage: string;
  readonly outcome: "done" | "refused" | "open";
  readonly wasAsked: boolean;
}

export interface CallLine {
  readonly callId: string;
  readonly tool: string;
  readonly origin: string | null;
  readonly what: string;
  readonly mark: MarkName;
  readonly words: string;
  readonly refusal: string | null;
  readonly road: Road;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
  readonly waitedMs: number;
  readonly childSession: string | null;
  readonly labels: readonly string[];
}

export interface CutText {
  readonly text: string;
  readonly characters: number;
  readonly isCut: boolean;
}

export interface Touched {
  readonly capability: string;
  readonly target: string;
  readonly before: string;
  readonly real: { readonly mark: MarkName; readonly word: string } | null;
  readonly note?: string;
}

export interface OneCall extends CallLine {
  readonly arguments: CutText;
  readonly touched: readonly Touched[];
  readonly verdict: Verdict | null;
  readonly answers: readonly {
    readonly choice: string;
    readonly receipt: string | null;
    readonly note: string | null;
  }[];
  readonly result:
    | (CutText & {
        readonly type: "output" | "error";
        readonly code: string | null;
        readonly ended: string | null;
        readonly truncated: boolean;
        readonly hasWhole: boolean;
        readonly labels: readonly { readonly label: string; readonly source: string }[];
      })
    | null;
  readonly changes: readonly ShownChange[];
  readonly record: {
    readonly first: number | null;
    readonly last: number | null;
    readonly hash: string | null;
  };
}

export interface SessionPage {
  readonly session: ListedSession;
  readonly sandbox: string | null;
  readonly below: readonly { readonly depth: number; readonly session: ListedSession }[];
  readonly files: readonly {
    readonly path: string;
    readonly changes: number;
    readonly undone: number;
  }[];
}

/** Null where the session is too long to look for them. */
export interface SessionLabels {
  readonly labels:
    | readonly { readonly label: string; readonly source: string; readonly tool: string }[]
    | null;
}

export type Verified =
  | { readonly ok: true; readonly rows: number; readonly head: string | null }
  | { readonly ok: false; readonly row: number; readonly problem: string };

export interface MovePlan {
  readonly action: "undo" | "redo";
  readonly files: readonly {
    readonly path: string;
    readonly changes: number;
    readonly what: string;
    readonly obstacle: string | null;
    readonly diff: string | null;
  }[];
  readonly scratch: readonly string[];
  readonly lasting: readonly { readonly tool: string; readonly did: readonly string[] }[];
}

export interface Waiting {
  readonly id: string;
  readonly kind: string;
  readonly tool: string;
  readonly title: string;
  readonly sessionId: string;
  readonly what: string;
  readonly sinceMs: number;
  readonly opaque: boolean;
}

export interface Now {
  readonly live: readonly ListedSession[];
  readonly running: readonly { readonly sessionId: string; readonly call: CallLine }[];
  readonly waiting: readonly Waiting[];
}

export type Choice = "once" | "session" | "project" | "reject" | "without" | "edit" | "answers";

export interface Card {
  readonly question: Question;
  readonly choices: readonly Choice[];
  readonly covered: {
    readonly calls: number;
    readonly days: number;
    readonly letThrough: number;
    readonly rejected: number;
  } | null;
}

export interface KeptRun {
  readonly id: string;
  readonly sessionId: string;
  readonly status:
    | "ready"
    | "working"
    | "interrupted"
    | "suspended"
    | "done"
    | "stopped"
    | "failed";
  readonly updatedAtMs: number;
  readonly turns: number;
  readonly model: string;
  readonly prompt: string;
}

export interface ListedRule {
  readonly rule: PolicyRule;
  readonly source: RuleReference["source"];
}

export interface RuleFile {
  readonly file: string;
  readonly text: string | null;
  readonly digest: string | null;
}

export interface Policy {
  readonly mode: string;
  readonly flow: string;
  readonly project: string;
  readonly rules: readonly ListedRule[];
  readonly shipped: readonly ListedRule[];
  readonly files: { readonly project: RuleFile | null; readonly own: RuleFile };
}

export interface WhatIf {
  readonly days: number;
  readonly isWhole: boolean;
  readonly tookMs: number;
  readonly sessions: number;
  readonly judged: number;
  readonly same: number;
  readonly notJudged: number;
  readonly total: number;
  readonly asksBefore: number;
  readonly asksAfter: number;
  readonly counts: {
    readonly asks: number;
    readonly denied: number;
    readonly unasked: number;
    readonly loosened: number;
  };
  readonly moved: readonly {
    readonly move: string;
    readonly from: MarkName;
    readonly to: MarkName;
    readonly tool: string;
    readonly what: string;
    readonly sessionId: string;
    readonly callId: string;
    readonly by: RuleReference | null;
    readonly wasRejected: boolean;
    readonly wasAllowed: boolean;
  }[];
}

export interface Suggestion {
  readonly rule: PolicyRule;
  readonly spared: number;
  readonly blast: {
    readonly letThrough: number;
    readonly rejected: number;
    readonly neverAsked: number;
  };
}

export interface ToolLine {
  readonly name: string;
  readonly origin: string;
  readonly posture: string;
  readonly mayTouch: string;
  readonly calls: number;
  readonly reason: string | null;
  readonly shadows: readonly string[];
}

export interface ToolFacts {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly mode: string;
  readonly approvalKey: string;
  readonly limits: { readonly timeoutMs: number; readonly maxOutput: number };
  readonly registrations: readonly {
    readonly origin: string;
    readonly posture: string;
    readonly calls: number;
  }[];
}

export interface SourceFacts {
  readonly name: string;
  readonly enabled: boolean;
  readonly trusted: boolean;
  readonly server: Readonly<Record<string, unknown>> & { readonly kind: string };
  readonly pinned: readonly string[];
  readonly health?: { readonly state: string; readonly message: string };
  readonly lastKnown?: {
    readonly state: string;
    readonly atMs: number;
    readonly changed: number;
  } | null;
  readonly tools?: readonly {
    readonly id: string;
    readonly drift: { readonly reason: string; readonly change: ShownChange } | null;
  }[];
  readonly left?: readonly { readonly name: string; readonly reason: string }[];
}

/** What agreeing to a source again would keep. */
export interface SourceOffer {
  readonly digest: string;
  readonly tools: number;
  readonly changes: readonly {
    readonly tool: string;
    readonly reason: string;
    readonly change: ShownChange;
  }[];
  readonly more: number;
  readonly gone: readonly string[];
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

export interface Replayed {
  readonly same: boolean;
  readonly rows: { readonly same: number; readonly of: number };
  readonly calls: number;
  readonly others: readonly {
    readonly callId: string;
    readonly tool: string;
    readonly outcome: string;
    readonly reasons: readonly string[];
  }[];
}

export interface RunTurns {
  readonly run: KeptRun;
  readonly turns: readonly {
    readonly turn: number;
    readonly atMs: number;
    readonly words: string;
  }[];
}

export interface Figures {
  readonly days: readonly {
    readonly day: string;
    readonly calls: number;
    readonly failed: number;
    readonly refused: number;
    readonly asked: number;
  }[];
  readonly sampled: number;
  readonly sessions: number;
  readonly questionsPerSession: number | null;
  readonly questions: readonly { readonly asked: string; readonly sessions: number }[];
  readonly latencies: readonly { readonly upToMs: number | null; readonly calls: number }[];
  readonly refusals: readonly {
    readonly stage: string;
    readonly code: string;
    readonly calls: number;
  }[];
  readonly spending: readonly (Spent & { readonly day: string })[];
  readonly models: readonly (Spent & { readonly model: string; readonly runs: number })[];
  readonly tools: readonly {
    readonly tool: string;
    readonly calls: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
    readonly refused: number;
    readonly waitedMs: number;
  }[];
}

export type { Explanation, Question, Resource, ShownChange };

export interface ChatFacts {
  readonly id: string;
  readonly kind: "model" | "demo";
  readonly model: string;
  readonly workspace: string | null;
  readonly sandbox: string;
  readonly startedAtMs: number;
  readonly phase: ChatStatus["phase"];
  readonly prompt: string;
}

export interface ChatStatus {
  readonly phase: "idle" | "working" | "stopping";
  readonly waiting: readonly { readonly when: "now" | "later"; readonly text: string }[];
  readonly plan: readonly { readonly content: string; readonly status: string }[];
  readonly tokens: number;
  readonly costMicros: number;
}

export interface ChatCall {
  readonly id: number;
  readonly kind: "call";
  readonly callId: string;
  readonly sessionId: string;
  readonly agents: readonly string[];
  readonly tool: string;
  readonly what: string;
  readonly mark: MarkName;
  readonly words: string;
  readonly reason: string;
  readonly output: string;
  readonly startedAtMs: number;
  readonly tookMs: number | null;
  readonly changes: readonly ShownChange[];
}

export type ChatItem =
  | { readonly id: number; readonly kind: "said" | "words" | "note"; readonly text: string }
  | ChatCall;

export interface ChatView {
  readonly chat: ChatFacts;
  readonly items: readonly ChatItem[];
  readonly status: ChatStatus;
  readonly at: number;
}

export interface Chats {
  readonly model: string | null;
  readonly hasDemo: boolean;
  readonly chats: readonly ChatFacts[];
}
