/** A session with its calls as the record tells them: settled ones with everything, unsettled ones with what was intended. */
import type {
  FlowFacts,
  Footprint,
  JournalEntry,
  JsonObject,
  SessionManifest,
} from "@toolplane/contract";
import type { EventRow, Store } from "@toolplane/contract/ports";
import {
  classifyCalls,
  type LoadedRecord,
  loadRecord,
  type RecordedCall,
  type RecordedLanding,
  readCalls,
  readFlow,
  readLandings,
} from "@toolplane/kernel/record";
import { type SessionSummary, summarize } from "./session-summary.ts";

/** A call that was started and never settled: what it was going to do, where the record still says so. */
export interface UnsettledCall {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject | null;
  readonly footprint: Footprint | null;
  readonly atMs: number;
  readonly rows: readonly EventRow[];
}

/** Everything of one session. */
export interface LoadedSession {
  readonly manifest: SessionManifest;
  readonly summary: SessionSummary;
  readonly record: LoadedRecord;
  /** Settled calls in the order in which they began. */
  readonly calls: readonly RecordedCall[];
  readonly unsettled: readonly UnsettledCall[];
  /** Acts by hand on sets that waited, in order. */
  readonly landings: readonly RecordedLanding[];
  /** Labels it has seen itself, and a person's acts on them. */
  readonly flow: FlowFacts;
  /** Ids of calls whose facts retention let go of. */
  readonly unreadable: readonly string[];
  /** File changes of the session in the order in which they were made. */
  readonly changes: readonly JournalEntry[];
}

export async function loadSession(
  store: Pick<Store, "events" | "payloads" | "journal">,
  manifest: SessionManifest,
): Promise<LoadedSession> {
  const { sessionId } = manifest;
  const record = await loadRecord(store, sessionId);
  return {
    manifest,
    summary: await summarize(store, manifest, record.rows),
    record,
    ...readSession(record),
    flow: readFlow(record),
    changes: await store.journal.list(sessionId),
  };
}

/** The calls that rows tell of, which may be only some of a session's. */
export function readSession(
  record: Pick<LoadedRecord, "rows" | "payloads">,
): Pick<LoadedSession, "calls" | "unreadable" | "unsettled" | "landings"> {
  return {
    ...readCalls(record),
    unsettled: unsettledCalls(record),
    landings: readLandings(record),
  };
}

function unsettledCalls(record: Pick<LoadedRecord, "rows" | "payloads">): readonly UnsettledCall[] {
  const unknown = classifyCalls(record.rows).filter(({ state }) => state === "unknown");
  return unknown.map(({ callId }) => {
    const rows = record.rows.filter((row) => row.callId === callId);
    const intent = rows.findLast(({ type }) => type === "call-intent") as EventRow;
    const facts = readIntent(record, intent);
    return { callId, atMs: intent.atMs, rows, ...facts };
  });
}

type IntentFacts = Pick<UnsettledCall, "tool" | "arguments" | "footprint">;

function readIntent(
  { payloads }: Pick<LoadedRecord, "payloads">,
  { payloadDigest }: EventRow,
): IntentFacts {
  const facts = parse(payloads.get(payloadDigest)) as Partial<IntentFacts> | null;
  const given = facts?.arguments as
    | { readonly value?: JsonObject; readonly digest?: string }
    | undefined;
  const own = given?.value ?? parse(payloads.get(given?.digest ?? ""));
  return {
    tool: facts?.tool ?? "",
    arguments: (own ?? null) as JsonObject | null,
    footprint: facts?.footprint ?? null,
  };
}

function parse(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
