/**
 * A batch of the recorder as one operation: a promise and a place in the queue for each of its parts would cost more than
 * writing them, and rows and payloads that share a transaction share its pages.
 */
import type { RecordBatch, Store } from "@toolplane/contract";
import { addEvents } from "./events-table.ts";
import { upsertParts } from "./parts-table.ts";
import type { StoreQueue } from "./store-queue.ts";
import type { StoreTransaction } from "./store-transaction.ts";
import { storedText } from "./stored-text.ts";

/** Up to here, keeping bytes twice costs less than looking whether they are there. */
const SMALL_BYTES = 4_096;

/** The operation. */
export function recordBatch({ write }: StoreQueue): NonNullable<Store["record"]> {
  return (batch) => {
    let bytes = 0;
    for (const payload of batch.payloads) bytes += payload.bytes.byteLength;
    return write((transaction) => addBatch(transaction, batch), { rows: batch.rows.length, bytes });
  };
}

/** The rows come first: when they are refused, nothing was written. */
function addBatch(transaction: StoreTransaction, batch: RecordBatch): void {
  const { rows, head, payloads, parts } = batch;
  const sessionId = rows[0]?.sessionId ?? head?.sessionId;
  if (sessionId !== undefined) addEvents(transaction, { sessionId, rows, head });
  for (const payload of payloads) {
    const { digest, bytes } = payload;
    if (bytes.byteLength <= SMALL_BYTES) transaction.smallPayloads.push(payload);
    else transaction.payloads.set(storedText(digest), bytes);
  }
  if (parts.length > 0) upsertParts(transaction.sql, parts);
}
