/**
 * The tables of a memory store. Every value is copied on its way in and on its way out: a database would do the same, and a test
 * that could change a stored row by changing its own object would prove nothing.
 */
import type { Approval, JournalEntry, Json, Receipt, SessionManifest } from "@toolplane/contract";
import type {
  CallEntry,
  ChainHead,
  ChatPart,
  EventRow,
  PausedSession,
  RunRow,
  SidecarRow,
  UnindexedRows,
} from "@toolplane/contract/ports";

/** The rows of one session and the sealed end of its chain. */
export interface EventTable {
  readonly rows: EventRow[];
  head: ChainHead | null;
}

export interface StoreTables {
  readonly sessions: Map<string, SessionManifest>;
  /** By session, then by tool call. */
  readonly parts: Map<string, Map<string, ChatPart>>;
  readonly approvals: Map<string, Approval>;
  readonly receipts: Map<string, { readonly receipt: Receipt; used: boolean }>;
  readonly events: Map<string, EventTable>;
  /** Entries of the index, and the rows that it does not know. */
  readonly calls: CallEntry[];
  readonly gaps: UnindexedRows[];
  readonly payloads: Map<string, Uint8Array>;
  readonly paused: Map<string, PausedSession>;
  /** By run, with its log. */
  readonly runs: Map<string, { row: RunRow; readonly log: Json[] }>;
  /** By session, then by tool. */
  readonly slots: Map<string, Map<string, Json>>;
  readonly journal: Map<string, JournalEntry>;
  readonly sidecars: Map<string, SidecarRow>;
}

export function createStoreTables(): StoreTables {
  return {
    sessions: new Map(),
    parts: new Map(),
    approvals: new Map(),
    receipts: new Map(),
    events: new Map(),
    calls: [],
    gaps: [],
    payloads: new Map(),
    paused: new Map(),
    runs: new Map(),
    slots: new Map(),
    journal: new Map(),
    sidecars: new Map(),
  };
}

/** The inner map of a key, made when it is first asked for. */
export function innerMap<T>(outer: Map<string, Map<string, T>>, key: string): Map<string, T> {
  let inner = outer.get(key);
  if (!inner) {
    inner = new Map();
    outer.set(key, inner);
  }
  return inner;
}

/** The events of a session, made when they are first asked for. */
export function eventsOf(tables: StoreTables, sessionId: string): EventTable {
  let table = tables.events.get(sessionId);
  if (!table) {
    table = { rows: [], head: null };
    tables.events.set(sessionId, table);
  }
  return table;
}
