/**
 * Looks for calls in rows that the index of a store does not know: those of a version without it, or of a recorder that keeps none.
 * A small portion at a time, the newest sessions first and each from its end, so what a person looks for first is there first. Each
 * portion is one step of the store: it can be stopped anywhere, and another process may go on or work beside.
 */
import type { CallEntry, CallIndex, Store } from "@toolplane/contract/ports";
import { loadPayloads, readCalls } from "@toolplane/kernel/record";
import { createCallEntry } from "./call-entry.ts";

/** Rows of a portion. */
const PORTION = 200;
const GAPS = 20;

type IndexedStore = Pick<Store, "events" | "payloads" | "sessions"> & {
  readonly calls: CallIndex;
};

export interface IndexCallsOptions {
  /** False ends it after the portion that is under way. */
  readonly goesOn: () => boolean;
  /** Lets others have their turn. */
  readonly turn: () => Promise<void>;
}

/** True when nothing is left. Rejects when the store does. */
export async function indexCalls(
  store: IndexedStore,
  { goesOn, turn }: IndexCallsOptions,
): Promise<boolean> {
  for (;;) {
    const { rows } = await store.calls.backlog({ limit: GAPS });
    if (rows.length === 0) return true;
    for (const gap of rows)
      for (let { until } = gap; until > gap.from; ) {
        if (!goesOn()) return false;
        const from = Math.max(gap.from, until - PORTION);
        const portion = { sessionId: gap.sessionId, from, until };
        const entries = await entriesIn(store, portion);
        // Another process was faster, or retention was: the backlog says what is left.
        if (!(await store.calls.fill(portion, entries))) break;
        until = from;
        await turn();
      }
  }
}

const entryOf = createCallEntry(null);

async function entriesIn(
  store: IndexedStore,
  {
    sessionId,
    from,
    until,
  }: { readonly sessionId: string; readonly from: number; readonly until: number },
): Promise<readonly CallEntry[]> {
  const rows = (await store.events.read(sessionId, { from, limit: until - from })).filter(
    ({ type }) => type.startsWith("call-") && type !== "call-intent",
  );
  const manifest = await store.sessions.get(sessionId);
  const { calls } = readCalls({ rows, payloads: await loadPayloads(store, rows) });
  return calls.flatMap((call) => {
    const last = call.rows.at(-1);
    if (!last || call.tool === "") return [];
    const { sequence, atMs } = last;
    return [{ sessionId, sequence, callId: call.callId, atMs, ...entryOf(call, manifest) }];
  });
}
