import type { SecurityMode } from "../policy/rule.ts";
import type { SeenLabel } from "../result/flow.ts";

/**
 * `open`: its process runs. `closed`: it came to its end. `unfinished`: it has no end and its process is gone; what it was
 * doing then is not known.
 */
export type SessionState = "open" | "closed" | "unfinished";

/** A session as lists show it. */
export interface SessionSummary {
  readonly sessionId: string;
  /** The folder that it worked in; null where there was none, or where the record does not say. */
  readonly workspace: string | null;
  readonly parentSessionId: string | null;
  /** The kind of subagent that worked in it; null for one that is none. */
  readonly agent: string | null;
  readonly mode: SecurityMode;
  readonly state: SessionState;
  readonly startedAtMs: number;
  readonly lastAtMs: number;
  readonly rows: number;
  /** Settled calls, and those that were begun and never settled. */
  readonly calls: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly refused: number;
  /** Calls that were stopped before they ran, such as one whose question was left open. */
  readonly stopped: number;
  /** Calls that a person was asked about. */
  readonly asked: number;
  /** Calls that were started and never settled. In a session that is open they may still run. */
  readonly unsettled: number;
  /** Change sets that a person landed or dropped by hand. */
  readonly byHand: number;
  /** Some calls could not be recorded. */
  readonly hasGap: boolean;
  /** The name that the client gives itself: foreign text. */
  readonly client: string | null;
}

/** Words by which people know a session again: foreign text, masked. */
export interface SessionWords {
  /** Its first words; where it has none, its client or its kind of subagent and the first call. Empty for one without any. */
  readonly title: string;
  /** The first request of a person or another agent, where a model worked in it; empty otherwise. */
  readonly purpose: string;
  /** The model that worked in it first, where it is known. */
  readonly model: string | null;
  /** The person who answered its last question; else the account of this machine. */
  readonly person: string;
}

export interface ListedSession extends SessionSummary, SessionWords {
  /** Its last call, in a few words: foreign text. */
  readonly last: string;
  /** How long its calls waited for people, all together. */
  readonly waitedMs: number;
}

/** `GET /session-counts`: how many each filter of the list holds, among the newest. */
export interface SessionCounts {
  readonly live: number;
  readonly waiting: number;
  readonly denied: number;
  readonly unknown: number;
  /** Sessions that were looked at. */
  readonly looked: number;
  /** False: there was no time for all of them yet. */
  readonly isWhole: boolean;
}

/** `GET /sessions`. */
export interface SessionList {
  readonly sessions: readonly ListedSession[];
  /** How many sessions there are in all, whatever the filter. */
  readonly total: number;
  /** `after` of the next page; null at the end. */
  readonly next: string | null;
}

/** A session that another one started, and how deep it lies below it. */
export interface SessionBelow {
  readonly depth: number;
  readonly session: ListedSession;
}

/** `GET /sessions/{session}`. */
export interface SessionFacts {
  readonly session: ListedSession;
  readonly sandbox: string | null;
  readonly sandboxLevel: string | null;
  readonly below: readonly SessionBelow[];
  readonly files: readonly {
    readonly path: string;
    readonly changes: number;
    readonly undone: number;
  }[];
}

/** `GET /sessions/{session}/labels`. Null where the session is too long to look for them. */
export interface SessionLabels {
  readonly labels: readonly SeenLabel[] | null;
}

/**
 * `GET /sessions/{session}/verify`. `row` is the first that does not fit, as the record numbers them; one past the last when the
 * end is at fault.
 */
export type Verified =
  | {
      readonly ok: true;
      readonly rows: number;
      readonly head: string | null;
      /** It was there before there was a chain of sessions; it is as it was when it was sealed. */
      readonly isFromBefore?: boolean;
    }
  | { readonly ok: false; readonly row: number; readonly problem: string };

/** `POST /sessions/{session}/replay`. */
export interface Replayed {
  readonly same: boolean;
  readonly rows: { readonly same: number; readonly of: number };
  readonly calls: number;
  /** Calls that went another way, or that cannot be replayed. */
  readonly others: readonly {
    readonly callId: string;
    readonly tool: string;
    readonly outcome: string;
    readonly reasons: readonly string[];
  }[];
}
