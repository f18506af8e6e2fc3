/**
 * The index of calls: one small entry for each settled call, so that calls are found over all sessions without reading them. It is
 * part of a store and comes and goes with the rows that it is about. A store compares terms and looks at nothing else in an entry;
 * what terms there are, and what a list shows, is the matter of those who write entries.
 */
import type { Json } from "../schema/json-schema.ts";

/** One settled call. Made of what its row holds, which is masked. */
export interface CallEntry {
  readonly sessionId: string;
  /** The row that holds its result. */
  readonly sequence: number;
  readonly callId: string;
  readonly atMs: number;
  /** The terms that find it, in the form in which they are compared. Few and short: some dozens, of up to 200 characters each. */
  readonly terms: readonly string[];
  /** The facts that a list shows of it. Plain JSON; a store looks at nothing in it. */
  readonly shown: Json;
}

/** A term that a call must have. Not whole: it is enough that one of its terms begins like this. */
export interface CallTerm {
  readonly text: string;
  readonly isWhole: boolean;
}

export interface CallQuery {
  /** All of them must fit. */
  readonly terms: readonly CallTerm[];
  /** The earliest moment, and the first that is too late. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  readonly limit: number;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface FoundCalls {
  /** By their moment, the latest first. */
  readonly calls: readonly CallEntry[];
  /** `after` of the next page; null at the end. */
  readonly next: string | null;
}

/** Rows of a session in which nobody has looked for calls yet: from `from` to before `until`. */
export interface UnindexedRows {
  readonly sessionId: string;
  readonly from: number;
  readonly until: number;
}

/** How far the index is behind. */
export interface CallBacklog {
  /** Some of what is left, sessions that were written to last first. */
  readonly rows: readonly UnindexedRows[];
  /** How many rows are left, and how many there are in all. */
  readonly left: number;
  readonly total: number;
}

/** Part of a store. Like all of it, it may reject with `unavailable`. */
export interface CallIndex {
  find(query: CallQuery): Promise<FoundCalls>;
  backlog(page: { readonly limit: number }): Promise<CallBacklog>;
  /**
   * Writes the entries of the last rows of a gap, from `from` to before `until`, and takes these rows out of the backlog. False, and
   * nothing is written, when no gap ends at `until` or it begins later than `from`: another process was faster, or the session is
   * gone. Atomic.
   */
  fill(rows: UnindexedRows, calls: readonly CallEntry[]): Promise<boolean>;
}
