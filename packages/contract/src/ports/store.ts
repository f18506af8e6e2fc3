/**
 * Everything that is kept beyond the process: one interface, and one conformance suite for every store that implements it.
 * Every method may reject with a ToolError of code `unavailable`; none throws synchronously.
 */

import type { Approval, Receipt } from "../call/approval.ts";
import type { JournalEntry } from "../doors/journal-entry.ts";
import type { SessionManifest } from "../policy/session-manifest.ts";
import type { Json } from "../schema/json-schema.ts";
import type { CallEntry, CallIndex } from "./call-index.ts";
import type { Hearing } from "./hearing.ts";
import type { Leases } from "./leases.ts";
import type { LetGo, Pruned, Retention } from "./retention.ts";

/** One row per tool call id: its life from streamed input to settled output. */
export interface ChatPart {
  readonly id: string;
  readonly sessionId: string;
  readonly messageId: string;
  readonly index: number;
  readonly type: string;
  readonly toolCallId: string;
  readonly toolState: "input-streaming" | "input-available" | "output-available" | "output-error";
  readonly data: Json;
}

/** One row of the record. The chain runs over row headers that hold digests, so payloads can be dropped without breaking it. */
export interface EventRow {
  readonly sessionId: string;
  readonly sequence: number;
  readonly type: string;
  readonly atMs: number;
  readonly callId: string | null;
  readonly payloadDigest: string;
  readonly previous: string;
  readonly hash: string;
}

/** The MACed end of a session's chain at a durable flush. */
export interface ChainHead {
  readonly sessionId: string;
  readonly sequence: number;
  readonly hash: string;
  readonly mac: string;
}

/** Rows that come right behind the last of their chain, and the head that seals them. */
export interface ChainAppend {
  readonly rows: readonly EventRow[];
  readonly head: ChainHead | null;
}

/**
 * An append of the recorder: rows with everything that they seal. Handed over: the recorder does not change it afterwards. A
 * session is opened with a row of its own and one in the chain of sessions, so an append may go to more than one chain.
 */
export interface RecordBatch {
  readonly chains: readonly ChainAppend[];
  readonly payloads: readonly { readonly digest: string; readonly bytes: Uint8Array }[];
  readonly parts: readonly ChatPart[];
  /**
   * Entries of the index for calls that these rows settle. Where the list is missing, nobody has looked for calls in these rows, and
   * they come to the backlog of the index.
   */
  readonly calls?: readonly CallEntry[];
  /** Kept in place of what is there. */
  readonly manifests?: readonly SessionManifest[];
  /** As `journal.append` takes them. */
  readonly changes?: readonly JournalEntry[];
  /** As `journal.mark` takes them; may name a change of this very batch. */
  readonly marks?: readonly ChangeMark[];
}

/** A change that was taken back, or made again. */
export interface ChangeMark {
  readonly id: string;
  readonly undone: boolean;
}

/**
 * The chain of sessions: one for the whole store, under a name that no session may have. It is no session: nothing lists or counts
 * it, and retention never lets go of it.
 */
export const SESSIONS_CHAIN = "toolplane:sessions";

/** A run that waits for a person, possibly for days. */
export interface PausedSession {
  readonly id: string;
  readonly conversationId: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly state: Json;
  readonly createdAtMs: number;
  readonly answer?: string;
  readonly resolvedAtMs?: number;
}

/**
 * A run of an agent as it is kept: messages are in its log, which only grows, and everything else in a small head that is written
 * again with each step. Plain JSON in the words of the agent package; a store looks at nothing in it.
 */
export interface RunRow {
  readonly id: string;
  readonly sessionId: string;
  /** The run that started this one, or null. */
  readonly parentId: string | null;
  /** The call of that run that did. */
  readonly callId: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly status: string;
  /** The process that drives it: no other may write it. Null: none does. */
  readonly owner: string | null;
  /** Written once, when it began. */
  readonly about: Json;
  readonly head: Json;
  /** How many entries its log has. */
  readonly length: number;
}

/** A sidecar, so that a crash leaves none behind. */
export interface SidecarRow {
  readonly sessionId: string;
  readonly callId: string;
  readonly path: string;
  readonly bytes: number;
}

/** A receipt, and whether it was used. */
export interface KeptReceipt {
  readonly receipt: Receipt;
  readonly used: boolean;
}

/** State of a tool in a session. */
export interface SlotRow {
  readonly sessionId: string;
  readonly toolId: string;
  readonly value: Json;
}

/** How far the record of a session has come. */
export interface SessionActivity {
  readonly sessionId: string;
  readonly rows: number;
  /** The latest moment of its rows. */
  readonly lastAtMs: number;
}

/** Rows of one type on one day; days are counted from the epoch, in UTC. */
export interface EventCount {
  readonly day: number;
  readonly type: string;
  readonly count: number;
}

/** Port: SQLite in `disk`, a memory version in `testkit`. The whole product works on any of them. */
export interface Store {
  readonly sessions: {
    put(manifest: SessionManifest): Promise<void>;
    get(sessionId: string): Promise<SessionManifest | null>;
    list(page: {
      readonly after?: string;
      readonly limit: number;
    }): Promise<readonly SessionManifest[]>;
    /** Clears the session's manifest and with it its approvals. */
    clear(sessionId: string): Promise<void>;
  };
  readonly parts: {
    upsert(part: ChatPart): Promise<void>;
    list(sessionId: string): Promise<readonly ChatPart[]>;
  };
  readonly approvals: {
    put(approval: Approval): Promise<void>;
    find(query: {
      readonly tool: string;
      readonly origin: string;
      readonly sessionId: string;
    }): Promise<readonly Approval[]>;
    list(): Promise<readonly Approval[]>;
    revoke(id: string): Promise<boolean>;
  };
  readonly receipts: {
    put(receipt: Receipt): Promise<void>;
    /** Marks a once-receipt as used; false when it was used already or is not there. Atomic. */
    use(id: string): Promise<boolean>;
    /** In the order of their ids. */
    list(page: {
      readonly after?: string;
      readonly limit: number;
    }): Promise<readonly KeptReceipt[]>;
  };
  readonly events: {
    append(rows: readonly EventRow[], head: ChainHead | null): Promise<void>;
    read(
      sessionId: string,
      page: { readonly from: number; readonly limit: number },
    ): Promise<readonly EventRow[]>;
    head(sessionId: string): Promise<ChainHead | null>;
  };
  readonly payloads: {
    put(digest: string, bytes: Uint8Array): Promise<void>;
    get(digest: string): Promise<Uint8Array | null>;
    drop(digest: string): Promise<void>;
  };
  readonly paused: {
    put(row: PausedSession): Promise<void>;
    /** The newest unresolved row of the conversation. */
    newest(conversationId: string): Promise<PausedSession | null>;
    /** Unanswered rows of every conversation, oldest first. */
    open(page: { readonly limit: number }): Promise<readonly PausedSession[]>;
    /** Those of one conversation, answered or not, newest first. */
    list(
      conversationId: string,
      page: { readonly limit: number },
    ): Promise<readonly PausedSession[]>;
    /** One row by its id, answered or not. */
    get(id: string): Promise<PausedSession | null>;
    /** Writes the answer; false when there was one already or the row is not there. Atomic. */
    resolve(id: string, answer: string, atMs: number): Promise<boolean>;
  };
  readonly runs: {
    /**
     * Writes the row and puts the entries behind its log; `row.length` is the length with them. False, and nothing is written, when
     * the run there has another owner, or a log of another length than these entries continue. Atomic.
     */
    put(row: RunRow, entries: readonly Json[]): Promise<boolean>;
    get(id: string): Promise<RunRow | null>;
    /** Whether it was submitted to the fleet, whose workers drive it. Absent in a store of one machine, which has no fleet. */
    isOfFleet?(id: string): Promise<boolean>;
    /** Entries of its log in order. */
    log(
      id: string,
      page: { readonly from: number; readonly limit: number },
    ): Promise<readonly Json[]>;
    /** Written last first; of one session, or below one run, where that is said. */
    list(page: {
      readonly limit: number;
      readonly sessionId?: string;
      readonly parentId?: string;
    }): Promise<readonly RunRow[]>;
    /** Gives it another owner; false when its owner is not `expected` any more, or it is not there. Atomic. */
    claim(
      id: string,
      change: { readonly owner: string | null; readonly expected: string | null },
    ): Promise<boolean>;
    /** Takes the row and its log. */
    remove(id: string): Promise<void>;
  };
  readonly slots: {
    get(sessionId: string, toolId: string): Promise<Json | null>;
    put(sessionId: string, toolId: string, value: Json): Promise<void>;
    /** Puts `to` in place of `from` (null: of nothing); false, and nothing is changed, where it does not. Atomic. */
    replace(
      sessionId: string,
      toolId: string,
      change: { readonly from: Json | null; readonly to: Json },
    ): Promise<boolean>;
    /** In the order of sessions, then of tools. */
    list(page: {
      readonly after?: Pick<SlotRow, "sessionId" | "toolId">;
      readonly limit: number;
    }): Promise<readonly SlotRow[]>;
  };
  readonly journal: {
    /** With `durable: false` it can be listed when this resolves; that it is durable too, only `flush` promises then. */
    append(entries: readonly JournalEntry[], how?: { readonly durable?: boolean }): Promise<void>;
    list(sessionId: string): Promise<readonly JournalEntry[]>;
    mark(change: Pick<JournalEntry, "id" | "sessionId">, undone: boolean): Promise<void>;
  };
  /** The index of calls. Absent in a store that has none: then calls are found by reading sessions. */
  readonly calls?: CallIndex;
  /** Absent in a store of one machine: there the system knows which processes live. */
  readonly leases?: Leases;
  /** Absent in a store that hears nothing of other processes: then rows are looked at again and again. */
  readonly hearing?: Hearing;
  readonly sidecars: {
    put(row: SidecarRow): Promise<void>;
    /** Of one session; of all without one, which is how those of killed processes are found. */
    list(sessionId?: string): Promise<readonly SidecarRow[]>;
    remove(sessionId: string): Promise<void>;
  };
  /** How often each tool was called, by chat parts of type `tool-NAME`. May be of the newest 20,000 parts only. */
  countTools(): Promise<ReadonlyMap<string, number>>;
  /** Sessions with rows of this moment or later, the latest first: how the console notices what other processes write. */
  activity(query: {
    readonly sinceMs: number;
    readonly limit: number;
  }): Promise<readonly SessionActivity[]>;
  /** Rows by day and type from this day on, in the order of days, then of types. */
  countEvents(sinceDay: number): Promise<readonly EventCount[]>;
  /**
   * Keeps all of a batch, or nothing: what is told in a row and what it tells of come together, however the process ends. A row
   * that does not come right behind the last of its chain, or a change whose id is known, is a `conflict`; a mark of an unknown
   * change is `not_found`.
   */
  record(batch: RecordBatch): Promise<void>;
  /**
   * Removes what is too old or too much. A session goes whole: its manifest, its own approvals, its rows, parts, slots, runs,
   * index entries, changes and sidecar rows, and the payloads that nothing else names. Nothing of a session that stays is touched, so it can be shown,
   * verified and undone as before. May be given up and asked again at any time. `letGo` is told first, so that the record says of a
   * session that is gone who took it: `pruneRecord` of the kernel passes one.
   */
  prune(retention: Retention, letGo: LetGo): Promise<Pruned>;
  /** Resolves when everything handed in so far is durable. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
