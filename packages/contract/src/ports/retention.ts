/** The bounds on what a store keeps, and the notice before it lets go. */

/** Bounds on what is kept. Without any, only payloads that nothing names any more are removed. */
export interface Retention {
  /** Now, by the caller's clock. */
  readonly nowMs: number;
  /** Sessions that were not touched for longer are deleted. */
  readonly maxAgeMs?: number;
  /** Payloads of rows that are older are dropped, and their entries in the index of calls; the rows stay and verify. */
  readonly maxPayloadAgeMs?: number;
  /**
   * The sessions that were touched longest ago are deleted until the store holds about this much; never one of the
   * last hour, nor one that changed files in the last day: that could not be undone then.
   */
  readonly maxBytes?: number;
  /** Sessions that stay whatever their age. */
  readonly keep?: readonly string[];
}

/** Why retention takes a session. */
export type PruneReason = "age" | "size";

/** Told which sessions are about to go and why. They go when it has resolved; when it rejects, none of them does. */
export type LetGo = (sessions: readonly string[], reason: PruneReason) => Promise<void>;

/** The outcome of a run of retention. */
export interface Pruned {
  readonly sessions: readonly string[];
  readonly payloads: number;
  /** The size of the store now. */
  readonly bytes: number;
}
