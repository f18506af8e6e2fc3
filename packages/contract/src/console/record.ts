/** A row of the chain of sessions: what became of which session, sealed by the row before it. */
export interface ChainMark {
  readonly sequence: number;
  readonly atMs: number;
  /** `session-opened`, `session-reached`, `session-pruned-age`: as the chain names it. */
  readonly event: string;
  readonly sessionId: string | null;
  readonly hash: string;
}

/** `GET /record`: how much is recorded, where its chain ends, what is kept and for how long. */
export interface RecordFacts {
  readonly sessions: number;
  readonly rows: number;
  readonly sinceMs: number | null;
  /** Rows of the chain of sessions, from the first to the last, a few of them; empty where there is none yet. */
  readonly marks: readonly ChainMark[];
  /** 0: everything is kept. */
  readonly keepDays: number;
  readonly keepMegabytes: number;
  readonly store: { readonly kind: string; readonly bytes: number };
  readonly sidecars: { readonly files: number; readonly bytes: number };
  readonly verification: Verification | null;
}

/** How far the last verification of the whole record is, and what it found. */
export interface Verification {
  readonly state: "running" | "whole" | "broken" | "stopped" | "failed";
  /** Sessions that were looked at, and all of them. */
  readonly done: number;
  readonly of: number;
  readonly rows: number;
  readonly startedAtMs: number;
  readonly tookMs: number;
  /** The fault of the chain of sessions itself, or why it could not be verified; null where there is none. */
  readonly problem: string | null;
  /** The first few; `brokenCount` counts them all. */
  readonly broken: readonly {
    readonly sessionId: string;
    readonly row: number;
    readonly problem: string;
  }[];
  readonly brokenCount: number;
}

/** `DELETE /record/verify`. */
export interface StoppedVerification {
  readonly stopped: boolean;
}

/** `GET /record/chain`: the last rows first. */
export interface ChainPage {
  readonly rows: readonly ChainMark[];
  /** `before` of the next page; null at the end. */
  readonly next: number | null;
}

/** `POST /record/head`: one line to be kept elsewhere. */
export interface PrintedHead {
  readonly line: string;
  readonly sequence: number;
  readonly hash: string;
}

/** `POST /record/prune`. */
export interface PrunedRecord {
  /** Sessions that went, or would go. */
  readonly sessions: number;
  /** The size of the store afterwards; null where nothing was let go of. */
  readonly bytes: number | null;
}
