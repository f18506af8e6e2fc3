/**
 * The chain of sessions: which were opened, which were there before there was a chain, how far each had come when somebody looked,
 * and which retention let go of and why. It is a chain like a session's own, under a name that no session may have. Its rows need
 * no payloads: a row names its session where others name a call, so retention has nothing to drop of it.
 */
import { type EventRow, type PruneReason, SESSIONS_CHAIN } from "@toolplane/contract/ports";
import { CHAIN_START, type ChainLink, linkRow } from "../rows/chain.ts";

type LedgerType =
  /** Its first row follows this one. */
  | "session-opened"
  /** There before there was a chain: nothing is known of what was there earlier. */
  | "session-before"
  /** It holds the row of this hash. */
  | "session-reached"
  | `session-pruned-${PruneReason}`
  /** The head had been made with another key, or by somebody else: what stands above cannot be believed. */
  | "chain-resealed";

export interface LedgerEntry {
  readonly type: LedgerType;
  readonly sessionId: string | null;
  readonly atMs: number;
  /** The hash of a row of the session that it holds from now on. */
  readonly reached?: string;
}

export function linkEntry(last: ChainLink, entry: LedgerEntry): EventRow {
  const { type, sessionId, atMs, reached = CHAIN_START.hash } = entry;
  return linkRow(last, {
    sessionId: SESSIONS_CHAIN,
    type,
    atMs,
    callId: sessionId,
    payloadDigest: reached,
  });
}
