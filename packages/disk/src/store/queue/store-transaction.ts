/** One transaction as the tables see it: statements, and what is gathered to be written together at its end. */
import type { CallEntry, ChainHead, EventRow, RecordBatch } from "@toolplane/contract/ports";
import type { Statements } from "./statements.ts";

/** Rows that come behind the last of a session. */
export interface PendingChain {
  /** Null for a session that has no row yet. */
  readonly chain: number | null;
  next: number;
  lastAtMs: number;
  readonly rows: EventRow[];
  /** Entries of the index about them. */
  readonly calls: CallEntry[];
  /** Rows that nobody has looked for calls in, as `[from, until]`. */
  readonly gaps: [number, number][];
  head: ChainHead | null;
}

/** A transaction. Gathering changes nothing in the database, so an operation that is refused leaves nothing behind. */
export interface StoreTransaction {
  readonly sql: Statements;
  /** Bytes by digest, as stored. */
  readonly payloads: Map<string, Uint8Array>;
  /** Those that are too small to look for an equal one first. */
  readonly smallPayloads: RecordBatch["payloads"][number][];
  /** By session, as stored. */
  readonly chains: Map<string, PendingChain>;
}

/** A transaction that has gathered nothing. */
export function beginTransaction(sql: Statements): StoreTransaction {
  return { sql, payloads: new Map(), smallPayloads: [], chains: new Map() };
}
