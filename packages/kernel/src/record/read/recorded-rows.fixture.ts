/** A record of calls for tests: rows and payloads as the writer makes them, without a store. */
import type { EventRow, IntentEntry, SettleEntry } from "@toolplane/contract/ports";
import { CHAIN_START, type ChainLink, linkRow } from "../rows/chain.ts";
import { encodeItem } from "../write/encode-item.ts";
import type { RecordItem } from "../write/record-item.ts";
import { settleItem } from "../write/settle-item.ts";
import type { RecordedRows } from "./read-calls.ts";

export function intentOf(entry: SettleEntry): IntentEntry {
  return {
    sessionId: entry.sessionId,
    callId: entry.callId,
    tool: entry.tool,
    origin: entry.origin,
    arguments: entry.arguments ?? {},
    footprint: entry.footprint ?? { resources: [] },
    atMs: 1_000,
  };
}

/** Records calls one after the other, each with its intent where it has one. */
export function recordedRows(entries: readonly SettleEntry[]): RecordedRows {
  const rows: EventRow[] = [];
  const payloads = new Map<string, Uint8Array>();
  let last: ChainLink = CHAIN_START;
  const add = (item: RecordItem): void => {
    const encoded = encodeItem(item);
    for (const { digest, bytes } of encoded.payloads) payloads.set(digest, bytes);
    for (const row of encoded.rows) {
      const linked = linkRow(last, { sessionId: item.sessionId, atMs: item.atMs, ...row });
      rows.push(linked);
      last = linked;
    }
  };
  for (const entry of entries) {
    if (entry.intended) {
      const { sessionId } = entry;
      add({
        kind: "intent",
        sessionId,
        atMs: 1_000,
        waiter: null,
        encoded: null,
        entry: intentOf(entry),
      });
    }
    add(settleItem(entry, 2_000, null));
  }
  return { rows, payloads };
}
