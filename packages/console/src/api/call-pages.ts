/**
 * The calls of a session, page by page: the heads of its rows say which calls there are and where they are, and only the
 * payloads of the page are read.
 */
import type { EventRow, Store } from "@toolplane/contract/ports";
import { loadPayloads } from "@toolplane/kernel/record";
import type { SessionSummary, ShownCall } from "@toolplane/library/rooms/record";
import { readSession, shownCalls } from "@toolplane/library/rooms/record";
import type { SessionRows } from "./row-cache.ts";

export interface CallPage {
  readonly calls: readonly ShownCall[];
  readonly total: number;
  /** The place of the first of them among all. */
  readonly from: number;
}

export interface CallPageQuery {
  /** The place of the first call that is wanted. */
  readonly from: number;
  readonly limit: number;
}

type CallStore = Pick<Store, "payloads">;

/** A session as far as its calls need it. */
export interface CallsOf {
  readonly summary: Pick<SessionSummary, "state">;
  readonly rows: SessionRows;
}

export async function readCallPage(
  store: CallStore,
  session: CallsOf,
  { from, limit }: CallPageQuery,
): Promise<CallPage> {
  const byCall = session.rows.byCall();
  const rows = [...byCall.values()].slice(from, from + limit).flat();
  return { calls: await loadCalls(store, session, rows), total: byCall.size, from };
}

/** One call; null where the session has none of this id. */
export async function readOneCall(
  store: CallStore,
  session: CallsOf,
  callId: string,
): Promise<ShownCall | null> {
  const rows = session.rows.byCall().get(callId) ?? [];
  return (await loadCalls(store, session, rows)).at(-1) ?? null;
}

/** Calls of these ids; those that the session does not have are left out. */
export async function readNamedCalls(
  store: CallStore,
  session: CallsOf,
  callIds: readonly string[],
): Promise<readonly ShownCall[]> {
  const byCall = session.rows.byCall();
  const rows = [...new Set(callIds)].flatMap((callId) => byCall.get(callId) ?? []);
  return loadCalls(store, session, rows);
}

async function loadCalls(
  store: CallStore,
  { summary }: CallsOf,
  given: readonly EventRow[],
): Promise<readonly ShownCall[]> {
  const rows = given.toSorted((left, right) => left.sequence - right.sequence);
  return shownCalls({
    ...readSession({ rows, payloads: await loadPayloads(store, rows) }),
    summary,
  });
}
