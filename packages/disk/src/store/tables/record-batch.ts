/**
 * A batch of the recorder as one operation: a promise and a place in the queue for each of its parts would cost more than
 * writing them, and rows and payloads that share a transaction share its pages. It is kept whole or not at all: everything that can
 * be refused is looked at before anything is written.
 */
import type { ChainAppend, RecordBatch, Store } from "@toolplane/contract/ports";
import { storedText } from "@toolplane/readings";
import type { StoreQueue } from "../queue/store-queue.ts";
import type { StoreTransaction } from "../queue/store-transaction.ts";
import { type Append, addEvents, checkEvents } from "./events-table.ts";
import { insertChanges, markChange, refuseKnown, refuseUnknown } from "./files-table.ts";
import { upsertParts } from "./parts-table.ts";
import { putManifest } from "./sessions-table.ts";

/** Up to here, keeping bytes twice costs less than looking whether they are there. */
const SMALL_BYTES = 4_096;

export function recordBatch({ write }: StoreQueue): Store["record"] {
  return (batch) => {
    let rows = batch.changes?.length ?? 0;
    let bytes = 0;
    for (const chain of batch.chains) rows += chain.rows.length;
    for (const payload of batch.payloads) bytes += payload.bytes.byteLength;
    return write((transaction) => addBatch(transaction, batch), { rows, bytes });
  };
}

function addBatch(transaction: StoreTransaction, batch: RecordBatch): void {
  const { payloads, parts, manifests = [], changes = [], marks = [] } = batch;
  const { sql } = transaction;
  const appends = batch.chains.flatMap((chain) => appendOf(chain, batch.calls));
  for (const append of appends) checkEvents(transaction, append);
  if (changes.length > 0) refuseKnown(sql, changes);
  if (marks.length > 0) refuseUnknown(sql, marks, changes);
  for (const append of appends) addEvents(transaction, append);
  for (const payload of payloads) {
    const { digest, bytes } = payload;
    if (bytes.byteLength <= SMALL_BYTES) transaction.smallPayloads.push(payload);
    else transaction.payloads.set(storedText(digest), bytes);
  }
  if (parts.length > 0) upsertParts(sql, parts);
  for (const manifest of manifests) putManifest(sql, manifest, JSON.stringify(manifest));
  if (changes.length > 0) insertChanges(sql, changes);
  for (const mark of marks) markChange(sql, mark);
}

function appendOf({ rows, head }: ChainAppend, calls: RecordBatch["calls"]): readonly Append[] {
  const sessionId = rows[0]?.sessionId ?? head?.sessionId;
  if (sessionId === undefined) return [];
  return [{ sessionId, rows, head, calls: calls?.filter((call) => call.sessionId === sessionId) }];
}
