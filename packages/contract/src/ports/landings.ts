/** Change sets between a command's end and their landing: who judges them, and those that wait for a person. */
import type { ChangeSet, Landing, LandingDecision } from "../result/change-set.ts";
import type { ProcessResult } from "../result/process-result.ts";
import type { ToolResult } from "../result/result.ts";

/**
 * Called before a person is asked about a set: from then on it outlives this process, and what lands is what it holds now. Gives
 * the digest of that. What `resultOf` makes of the ended command is kept beside it, for the process that goes on with the call.
 */
export type HoldSet = (resultOf?: HeldResultOf) => Promise<string>;

/** The result of the call while its changes wait; null where that is more than its command says. Does not reject. */
export type HeldResultOf = (ended: ProcessResult) => Promise<ToolResult | null>;

/**
 * Judges a change set once: denies, then what asks, in one question. `kernel` implements it, `host` calls it; without `hold` where
 * nothing can be held.
 */
export type LandingJudge = (set: ChangeSet, hold?: HoldSet) => Promise<LandingDecision>;

/** A set that waits for a person. */
export interface WaitingSet {
  readonly sessionId: string;
  readonly callId: string;
  readonly command: string;
  readonly atMs: number;
  readonly bytes: number;
  readonly landing: Landing;
}

/** Port: the change sets that wait on this machine, for the workspace of the host. */
export interface Landings {
  list(): Promise<readonly WaitingSet[]>;
  /**
   * The whole set, and the content of one of its paths before and after; null where there is none. Two sessions may have a call of
   * the same id: the newest is meant, or that of the session that is named.
   */
  show(callId: string, sessionId?: string): Promise<ChangeSet | null>;
  diff(callId: string, path: string): Promise<string | null>;
  /** The result that its call would have had, as it was kept when a person was asked; null where nothing was. */
  held(callId: string, sessionId?: string): Promise<ToolResult | null>;
  /** Judged again, because rules may have changed; a person's landing answers asks, never a deny. */
  land(callId: string, judge: LandingJudge, sessionId?: string): Promise<Landing>;
  drop(callId: string, sessionId?: string): Promise<Landing>;
}
