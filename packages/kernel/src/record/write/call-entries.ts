/**
 * Entries of the index of calls for what a batch settles. What an entry says is the host's matter: it is given the call as a reader of
 * the record would get it, so that a call is found in the same way whether it was indexed when it was written or later.
 */
import type { SessionManifest } from "@toolplane/contract";
import type { CallEntry, EventRow } from "@toolplane/contract/ports";
import type { RecordedCall } from "../rows/recorded-call.ts";
import type { RecordItem, SettleItem } from "./record-item.ts";
import type { SessionChain } from "./session-chain.ts";

/** Makes an entry of a settled call. The manifest is null where this process did not open the session. */
export type EntryOf = (
  call: RecordedCall,
  manifest: SessionManifest | null,
) => Pick<CallEntry, "terms" | "shown">;

/** Items as they came into the chain. */
export interface PlacedItems {
  readonly rows: readonly EventRow[];
  /** Sequence of the first row of each item. */
  readonly starts: ReadonlyMap<RecordItem, number>;
}

/** Undefined where calls are settled and nobody says what to keep of them. */
export function callEntries(
  entryOf: EntryOf | null,
  chain: SessionChain,
  { items, linked }: { readonly items: readonly RecordItem[]; readonly linked: PlacedItems },
): readonly CallEntry[] | undefined {
  const entries: CallEntry[] = [];
  for (const item of items) {
    if (item.kind === "session-open") chain.manifest = item.manifest;
    if (item.kind !== "settle" || item.isLate) continue;
    if (!entryOf) return undefined;
    const row = lastRow(item, linked);
    if (!row || item.entry.tool === "") continue;
    const { sessionId, sequence, atMs } = row;
    const callId = item.entry.callId;
    const entry = safely(() => entryOf(recordedCall(item, row), chain.manifest));
    if (entry) entries.push({ sessionId, sequence, callId, atMs, ...entry });
  }
  return entries;
}

/** The row that holds the result is the last of its item. */
function lastRow(item: SettleItem, { rows, starts }: PlacedItems): EventRow | undefined {
  const first = starts.get(item);
  const from = rows[0]?.sequence ?? 0;
  const rowCount = item.encoded?.rows.length ?? 1;
  return first === undefined ? undefined : rows[first - from + rowCount - 1];
}

function recordedCall(item: SettleItem, row: EventRow): RecordedCall {
  const { entry, result, answers, accesses } = item;
  return {
    callId: entry.callId,
    sessionId: item.sessionId,
    tool: entry.tool,
    origin: entry.origin,
    atMs: item.atMs,
    ordinal: entry.ordinal,
    arguments: entry.arguments,
    input: item.input ?? null,
    footprint: entry.footprint,
    verdict: entry.verdict,
    answers,
    stage: entry.stage,
    result,
    uncut: item.uncut ?? null,
    cause: null,
    detail: null,
    accesses,
    intended: entry.intended,
    span: entry.span,
    rows: [row],
    missing: [],
  };
}

/** A record is never lost for its index. */
function safely<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
